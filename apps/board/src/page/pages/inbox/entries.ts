import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { choiceParam, optionalParam, type StateOf, urlState, withParams } from '../../navigation/url-state.ts';

/** An entry of the inbox (REST shape of `GET /me/notifications`). */
export interface InboxEntry {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly urgency: 'action' | 'alert' | 'info';
  readonly at: string;
  readonly actor: string;
  /** Why the user was selected. */
  readonly reason: string;
  readonly read: boolean;
  readonly done: boolean;
  readonly saved: boolean;
  /** Whether the settings of the user allow a notification of the browser. */
  readonly browser: boolean;
  readonly release?: { readonly id: string; readonly title: string };
  readonly task?: { readonly id: string; readonly title: string; readonly phaseTitle: string };
  /** The trigger, receiver or token. */
  readonly subject?: { readonly id: string; readonly title: string };
  readonly detail?: string;
}

export interface InboxPage {
  /** The number of unread entries, at most 100. */
  readonly unread: number;
  readonly next?: string;
  readonly items: readonly InboxEntry[];
}

export const inboxUrl = urlState({
  state: choiceParam('show', ['open', 'unread', 'saved', 'done']),
  /** The key of the page; null for the first page. */
  after: optionalParam('after'),
});
export type InboxQuery = StateOf<typeof inboxUrl>;

/** Returns the path of the request for a page. */
export function inboxRequest({ state, after }: InboxQuery): string {
  const params = new URLSearchParams({ state });
  if (after !== null) params.set('after', after);
  return withParams('/me/notifications', params);
}

/** Whether an entry belongs to a list, after changes that the server has not confirmed yet. */
export function isListed({ state }: Pick<InboxQuery, 'state'>, { done, saved }: InboxEntry): boolean {
  switch (state) {
    case 'open':
      return !done;
    // An entry that was read just now stays until the next load, so that rows do not move below the pointer.
    case 'unread':
      return !done;
    case 'saved':
      return saved;
    case 'done':
      return done;
  }
}

/** The entries of a release, or those without a release. */
export interface InboxGroup {
  /** The id of the release; empty for entries without one. */
  readonly key: string;
  readonly title: string;
  /** The address of the release; null for entries without one. */
  readonly to: string | null;
  readonly entries: readonly InboxEntry[];
}

/** Groups entries by their release. The group with the newest entry is first. */
export const groupByRelease = (entries: readonly InboxEntry[]): readonly InboxGroup[] =>
  [...Map.groupBy(entries, ({ release }) => release?.id ?? '')].map(([key, items]) => ({
    key,
    title: items[0]?.release?.title ?? t('Other'),
    to: key === '' ? null : `/releases/${lastSegment(key)}`,
    entries: items,
  }));

/** Returns the title of the object of an entry. */
export const entryTitle = ({ task, release, subject }: InboxEntry): string =>
  (task ?? subject ?? release)?.title ?? t('Notification');

/** Returns the address of the object of an entry. */
export function entryAddress({ type, task, release, subject }: InboxEntry): string {
  if (release !== undefined) {
    const path = `/releases/${lastSegment(release.id)}`;
    return task === undefined ? path : `${path}?task=${lastSegment(task.id)}`;
  }
  if (type === 'trigger.failed' && subject) return `/automation/triggers/${lastSegment(subject.id)}`;
  return type === 'token.expiring' ? '/me' : '/inbox';
}
