import { type InboxResponse, showInbox } from '@slipway/api-schema/notifications';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import {
  changeInboxEntry,
  changeWholeInbox,
  type InboxChange,
  type InboxEntry,
  type InboxState,
  listInbox,
  readPreferences,
  readUnread,
} from '@slipway/persistence/notifications';
import type { ResourceContext } from '../model/context.ts';
import { filterVisible } from '../model/require-permission.ts';

/** The maximum of the number of unread entries. */
const maxUnread = 100;
/** How often a page without visible entries is read again. */
const maxReads = 5;

/** Returns the entries that the caller may view now. An entry without a release belongs to its user. */
async function visibleOf<E extends Pick<InboxEntry, 'id' | 'access'>>(
  caller: Person,
  entries: readonly E[],
): Promise<readonly E[]> {
  const access = entries.flatMap((entry) => (entry.access === null ? [] : [[entry.id, entry.access] as const]));
  const visible = access.length === 0 ? new Set<string>() : await filterVisible(caller, new Map(access));
  return entries.filter((entry) => entry.access === null || visible.has(entry.id));
}

/** Returns the number of unread entries that the caller may view, at most 100. */
export const countUnread = async (database: Database, caller: Person): Promise<number> =>
  (await visibleOf(caller, await readUnread(database, caller.username, maxUnread))).length;

interface InboxPage {
  readonly state?: InboxState | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Returns a page of the inbox of the caller, with the entries that the caller may view now. */
export async function renderInbox(
  { database, typePrefix: prefix }: Pick<ResourceContext, 'database' | 'typePrefix'>,
  caller: Person,
  { state = 'open', after: start, limit = 50 }: InboxPage,
): Promise<InboxResponse> {
  const items: InboxEntry[] = [];
  let after = start ?? null;
  let isLast = false;
  for (let reads = 0; reads < maxReads && items.length < limit && !isLast; reads += 1) {
    const missing = limit - items.length;
    const entries = await listInbox(database, { username: caller.username, state, after, limit: missing });
    isLast = entries.length < missing;
    after = entries.at(-1)?.id ?? after;
    items.push(...(await visibleOf(caller, entries)));
  }
  const [unread, { suspendedAddress }] = await Promise.all([
    countUnread(database, caller),
    readPreferences(database, caller.username),
  ]);
  const next = isLast ? undefined : (after ?? undefined);
  return showInbox(items, { unread, suspendedAddress: suspendedAddress ?? undefined, next, prefix });
}

type ChangeContext = Pick<ResourceContext, 'engine'>;

/** Changes an entry of the caller. Throws NotFound, also for an entry of another user. */
export async function changeEntry(
  { engine }: ChangeContext,
  caller: Person,
  id: string,
  change: InboxChange,
): Promise<void> {
  const isFound = await engine.change((database) => changeInboxEntry(database, caller.username, id, change));
  if (!isFound) throw new NotFound(message('notFound.notification', { id }));
}

/** Marks the open entries of the caller as read or done, up to an entry or all. */
export async function changeInbox(
  { engine }: ChangeContext,
  caller: Person,
  change: 'read' | 'done',
  upTo: string | undefined,
): Promise<void> {
  await engine.change((database) => changeWholeInbox(database, caller.username, change, upTo ?? null));
}
