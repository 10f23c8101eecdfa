import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import {
  choiceParam,
  flagParam,
  optionalOffsetParam,
  type StateOf,
  urlState,
  withParams,
} from '../../navigation/url-state.ts';

/** The tabs of a release. The URL omits the first one. */
export const tabLabels = {
  flow: t('Flow'),
  edit: t('Edit'),
  table: t('Table'),
  timeline: t('Timeline'),
  variables: t('Variables'),
  properties: t('Properties'),
  attachments: t('Files'),
  activity: t('Activity'),
  report: t('Report'),
} as const;
export type ReleaseTab = keyof typeof tabLabels;

const isTab = (text: string): text is ReleaseTab => Object.hasOwn(tabLabels, text);
export const tabs: readonly ReleaseTab[] = Object.keys(tabLabels).filter(isTab);

/** The state of the view of a release. */
export const releaseState = urlState(
  {
    isArchived: flagParam('archive'),
    tab: choiceParam('form', ['flow', ...tabs]),
    /** The number of table rows or flow tasks before the page; null for the default page. */
    from: optionalOffsetParam('from'),
  },
  // The default page of a list is its first page, so 0 is omitted. The default page of a flow contains the active task.
  (state) => (state.from === 0 && state.tab !== 'flow' ? { ...state, from: null } : state),
);
export type UrlState = StateOf<typeof releaseState>;

/** Returns the URL of a release, or of one of its tasks. */
export function releaseUrl(id: string, state: UrlState, task?: string): string {
  const params = releaseState.params(state);
  if (task !== undefined) params.set('task', lastSegment(task));
  return withParams(`/releases/${lastSegment(id)}`, params);
}
