import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { choiceParam, offsetParam, type StateOf, urlState } from '../../navigation/url-state.ts';

const tabs = ['inside', 'waiting', 'variables', 'teams', 'notifications', 'insights'] as const;

/** The tabs of a folder, with their labels. The address omits the first tab. */
export const tabLabels = [
  ['inside', t('Contents')],
  ['waiting', t('Waiting tasks')],
  ['variables', t('Variables')],
  ['teams', t('Teams')],
  ['notifications', t('Notifications')],
  ['insights', t('Insights')],
] as const satisfies readonly (readonly [(typeof tabs)[number], string])[];

/** The query parameters of the folder view. */
export const folderState = urlState({
  tab: choiceParam('form', tabs),
  /** The offset of the current page of templates. */
  templates: offsetParam('templates'),
  releases: offsetParam('releases'),
});
export type UrlState = StateOf<typeof folderState>;

/** The address of a folder by its id. */
export const folderUrl = (id: string, state: Partial<UrlState> = {}): string =>
  folderState.url(`/folders/${lastSegment(id)}`, { tab: 'inside', templates: 0, releases: 0, ...state });
