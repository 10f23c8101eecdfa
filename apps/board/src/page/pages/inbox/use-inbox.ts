import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate, read } from '../../api/rest.ts';
import { showToast } from '../../components/toast.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { plural, t } from '../../navigation/text.ts';
import { type InboxEntry, type InboxPage, inboxRequest, inboxUrl, isListed } from './entries.ts';

/** A change of an entry: a part of the REST path. */
export type EntryAction = 'read' | 'unread' | 'done' | 'undone' | 'save' | 'unsave';

/** The state of an entry after an action. */
const effects: Readonly<Record<EntryAction, Partial<InboxEntry>>> = {
  read: { read: true },
  unread: { read: false },
  done: { read: true, done: true },
  undone: { done: false },
  save: { saved: true },
  unsave: { saved: false },
};

const topics: readonly Topic[] = ['inbox=true'];

/** Returns the page of the inbox in the address, and its actions. A change is shown before the response. */
export function useInbox() {
  const list = usePagedList({
    ...{ path: '/inbox', urlState: inboxUrl, topicsOf: () => topics },
    firstPage: { after: null },
    load: (query) => read<InboxPage>(inboxRequest(query)),
  });
  const pending = useSignal<ReadonlyMap<string, Partial<InboxEntry>>>(new Map());
  const refusal = useSignal<DisplayMessage | null>(null);
  const loaded = list.page?.items;
  const changes = pending.value;
  const entries = useMemo(
    () =>
      loaded?.map((entry) => ({ ...entry, ...changes.get(entry.id) })).filter((entry) => isListed(list.query, entry)),
    [loaded, changes, list.query],
  );
  const setPending = (id: string, change: Partial<InboxEntry> | null): void => {
    const next = new Map(pending.peek());
    if (change === null) next.delete(id);
    else next.set(id, { ...next.get(id), ...change });
    pending.value = next;
  };
  const send = async (entry: InboxEntry, action: EntryAction): Promise<void> => {
    refusal.value = null;
    setPending(entry.id, effects[action]);
    try {
      await mutate('POST', `/me/notifications/${encodeURIComponent(entry.id)}/${action}`);
      await list.refresh();
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      setPending(entry.id, null);
    }
  };
  const run = (entry: InboxEntry, action: EntryAction): void => {
    void send(entry, action);
    if (action === 'done') showToast(t('Marked as done'), () => void send(entry, 'undone'));
    else if (action !== 'read') announce(announcements[action]);
  };
  const readAll = async (): Promise<void> => {
    refusal.value = null;
    const upTo = loaded?.[0]?.id;
    try {
      await mutate('POST', '/me/notifications/read-all', list.query.after === null && upTo ? { upTo } : {});
      await list.refresh();
      showToast(t('All notifications are read'));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return { list, entries, refusal: refusal.value, run, readAll };
}

const announcements: Readonly<Record<Exclude<EntryAction, 'done' | 'read'>, string>> = {
  unread: t('Marked as unread'),
  undone: t('Moved to the inbox'),
  save: t('Saved'),
  unsave: t('No longer saved'),
};

/** Returns the number of unread entries. The server counts to 100. */
export const unreadText = (count: number): string =>
  count >= 100 ? t('99+ unread') : plural(count, '# unread', '# unread');
