import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import type { AccessAttributes } from '../people/permission-facts.ts';

/** An entry of an inbox, with its event. */
export interface InboxEntry {
  readonly id: string;
  readonly eventId: string;
  readonly type: EventTypeName;
  readonly at: Instant;
  readonly actor: string;
  readonly reason: string;
  readonly read: boolean;
  readonly done: boolean;
  readonly saved: boolean;
  readonly browser: boolean;
  readonly data: EventData;
  /** the ids from the root to the current folder of the release */
  readonly folderPath: readonly string[];
  /** null for an event that belongs to no release */
  readonly access: AccessAttributes | null;
}

export type InboxState = 'open' | 'unread' | 'saved' | 'done' | 'all';

const conditions: Readonly<Record<InboxState, string>> = {
  open: 'i.done_at is null',
  unread: 'i.read_at is null and i.done_at is null',
  saved: 'i.saved_at is not null',
  done: 'i.done_at is not null',
  all: 'true',
};

/**
 * SQL for the access attributes of the event `e` and its live release `r`. A release that is no longer live has those
 * of the event.
 */
const accessSql = `case when e.release_id is not null then json_build_object(
    'folderId', coalesce(r.folder_id, e.folder_id), 'releaseId', e.release_id,
    'status', coalesce(r.status, e.data -> 'release' ->> 'status'),
    'owner', case when r.id is null then e.audience ->> 'releaseOwner' else r.owner end,
    'task', case when e.task_id is not null then json_build_object('owner', e.audience ->> 'owner',
      'team', e.audience ->> 'team') end) end`;

const joinsSql = `from inbox_entries i join events e on e.id = i.event_id left join live_releases r on r.id = e.release_id`;

const listStatement = (state: InboxState) => ({
  name: `list-inbox-${state}`,
  text: `select i.id, i.event_id as "eventId", e.type, i.at, e.actor, i.reason, i.read_at is not null as read,
      i.done_at is not null as done, i.saved_at is not null as saved, i.browser, e.data,
      coalesce(f.path, '{}') as "folderPath", ${accessSql} as access
    ${joinsSql} left join folders f on f.id = coalesce(r.folder_id, e.folder_id)
    where i.username = $1 and ${conditions[state]}
      and ($2::text is null or (i.at, i.id) < (select at, id from inbox_entries where id = $2 and username = $1))
    order by i.at desc, i.id desc limit $3`,
});

const listStatements: Readonly<Record<InboxState, ReturnType<typeof listStatement>>> = {
  open: listStatement('open'),
  unread: listStatement('unread'),
  saved: listStatement('saved'),
  done: listStatement('done'),
  all: listStatement('all'),
};

/** A part of the inbox of a user. */
export interface InboxQuery {
  readonly username: string;
  readonly state: InboxState;
  /** only older entries than the one with this id; null: from the newest */
  readonly after: string | null;
  readonly limit: number;
}

/** Lists entries of an inbox, the newest first. The caller checks the permissions. */
export const listInbox = (
  connection: Connection,
  { username, state, after, limit }: InboxQuery,
): Promise<readonly InboxEntry[]> =>
  connection.query<InboxEntry>(listStatements[state], [username.toLowerCase(), after, limit]);

const unreadStatement = {
  name: 'unread-inbox',
  text: `select i.id, ${accessSql} as access ${joinsSql}
    where i.username = $1 and i.read_at is null and i.done_at is null limit $2`,
};

/** Reads at most `limit` unread entries, to count those that the user may view. */
export const readUnread = (
  connection: Connection,
  username: string,
  limit: number,
): Promise<readonly Pick<InboxEntry, 'id' | 'access'>[]> =>
  connection.query<Pick<InboxEntry, 'id' | 'access'>>(unreadStatement, [username.toLowerCase(), limit]);

/** The changes of an entry by its user. `done` includes `read`. */
export type InboxChange = 'read' | 'unread' | 'done' | 'undone' | 'save' | 'unsave';

const assignments: Readonly<Record<InboxChange, string>> = {
  read: 'read_at = coalesce(read_at, now())',
  unread: 'read_at = null',
  done: 'done_at = coalesce(done_at, now()), read_at = coalesce(read_at, now())',
  undone: 'done_at = null',
  save: 'saved_at = coalesce(saved_at, now())',
  unsave: 'saved_at = null',
};

/** Other pages of the user are notified like those of changed tasks. */
const changeSql = (change: InboxChange, where: string): string => `with entry as (
    update inbox_entries set ${assignments[change]} where username = $1 and ${where} returning id
  ), notice as (
    insert into plan_changes (release_id, template, listed, people)
    select 'Inbox', false, false, array['user:' || $1::text] from entry having count(*) > 0
  )
  select id from entry`;

const changeOne = (change: InboxChange) => ({ name: `inbox-${change}`, text: changeSql(change, 'id = $2') });
const changeStatements: Readonly<Record<InboxChange, ReturnType<typeof changeOne>>> = {
  read: changeOne('read'),
  unread: changeOne('unread'),
  done: changeOne('done'),
  undone: changeOne('undone'),
  save: changeOne('save'),
  unsave: changeOne('unsave'),
};

/** Changes an entry of a user. Returns whether the user has the entry. */
export async function changeInboxEntry(
  connection: Connection,
  username: string,
  id: string,
  change: InboxChange,
): Promise<boolean> {
  const rows = await connection.query(changeStatements[change], [username.toLowerCase(), id]);
  return rows.length > 0;
}

const upToSql = `done_at is null
  and ($2::text is null or (at, id) <= (select at, id from inbox_entries where id = $2 and username = $1))`;
const changeAllStatements = {
  read: { name: 'inbox-read-all', text: changeSql('read', `read_at is null and ${upToSql}`) },
  done: { name: 'inbox-done-all', text: changeSql('done', `saved_at is null and ${upToSql}`) },
};

/** Marks open entries of a user as read or done, up to the one with this id; null: all. Saved ones stay open. */
export async function changeWholeInbox(
  connection: Connection,
  username: string,
  change: 'read' | 'done',
  upTo: string | null,
): Promise<void> {
  await connection.query(changeAllStatements[change], [username.toLowerCase(), upTo]);
}
