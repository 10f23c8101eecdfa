import { lastSegment } from '../../navigation/ids.ts';
import { choiceParam, optionalParam, type StateOf, textParam, urlState } from '../../navigation/url-state.ts';

/** The path of the notification settings of the user. */
export const settingsPath = '/me/notifications';

/** The query parameters of the notification settings of the user. */
export const settingsState = urlState({
  tab: choiceParam('form', ['settings', 'followed', 'why']),
  /** The id of the explained event; null: none. */
  event: optionalParam('event'),
  /** The last segment of the id of the release whose events are listed; null: none. */
  release: optionalParam('release'),
  /** The user whose notifications are explained; empty: the caller. */
  user: textParam('user'),
});
export type SettingsState = StateOf<typeof settingsState>;

/** Returns the address of a tab of the notification settings. */
export const settingsUrl = (state: Partial<SettingsState>): string =>
  settingsState.url(settingsPath, { tab: 'settings', event: null, release: null, user: '', ...state });

/** Returns the address of the explanation of an event, or of the events of a release. */
export const whyUrl = ({ event, release }: { readonly event?: string; readonly release?: string }): string =>
  settingsUrl({
    tab: 'why',
    event: event ?? null,
    release: release === undefined ? null : lastSegment(release),
  });
