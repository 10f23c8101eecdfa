import type { Instant, Status } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';
import { setByNonAdminSql } from '../people/grants.ts';

/** A calendar link without its token, which is not stored. */
export interface CalendarAddress {
  readonly id: string;
  /** The name of the owner, in lower case. */
  readonly username: string;
  /** The id of the published folder; null for a calendar of the releases that the owner owns. */
  readonly folderId: string | null;
  readonly createdAt: Instant;
}

/** A new calendar link. `hash` is the SHA-256 of its token, in base64url. */
interface NewCalendarAddress extends Omit<CalendarAddress, 'createdAt'> {
  readonly hash: string;
}

/** The owner of a calendar link, and the version of all permissions. */
interface CalendarOwner extends Pick<CalendarAddress, 'folderId'> {
  /** The name as created. */
  readonly username: string;
  readonly accessVersion: number;
}

const addressColumns = 'id, username, folder_id as "folderId", created_at as "createdAt"';
const addressStatements = {
  lock: {
    name: 'lock-owner-of-calendars',
    text: 'select from users where lower(username) = lower($1) for no key update',
  },
  count: {
    name: 'count-calendar-addresses',
    text: 'select count(*) as count from calendar_addresses where username = lower($1)',
  },
  add: {
    name: 'add-calendar-address',
    text: `insert into calendar_addresses (id, username, folder_id, hash, of_other)
      select $1, lower(u.username), $3, $4, u.password_of_other from users u where lower(u.username) = lower($2)
      returning ${addressColumns}`,
  },
  list: {
    name: 'list-calendar-addresses',
    text: `select ${addressColumns} from calendar_addresses where username = lower($1) order by created_at, id`,
  },
  remove: {
    name: 'remove-calendar-address',
    text: `delete from calendar_addresses where id = $1 and username = lower($2) returning ${addressColumns}`,
  },
  owner: {
    name: 'find-calendar-owner',
    text: `select a.folder_id as "folderId", u.username, (select version from access_version) as "accessVersion"
      from calendar_addresses a join users u on lower(u.username) = a.username
      where a.hash = $1 and u.login_allowed and not ${setByNonAdminSql('a.of_other', 'u')}`,
  },
};

/**
 * Returns the number of calendar links of a user. Blocks the creation of links for the user until the transaction ends.
 */
export async function countCalendarAddresses(connection: Connection, username: string): Promise<number> {
  await connection.query(addressStatements.lock, [username]);
  const [row] = await connection.query<{ readonly count: number }>(addressStatements.count, [username]);
  return row?.count ?? 0;
}

/** Creates a calendar link. Returns null if its owner does not exist. */
export async function addCalendarAddress(
  connection: Connection,
  { id, username, folderId, hash }: NewCalendarAddress,
): Promise<CalendarAddress | null> {
  const [address] = await connection.query<CalendarAddress>(addressStatements.add, [id, username, folderId, hash]);
  return address ?? null;
}

/** Lists the calendar links of a user, oldest first. */
export const listCalendarAddresses = (connection: Connection, username: string): Promise<readonly CalendarAddress[]> =>
  connection.query<CalendarAddress>(addressStatements.list, [username]);

/** Revokes a calendar link of this user and returns it. Returns null if the user has no link with this id. */
export async function removeCalendarAddress(
  connection: Connection,
  id: string,
  username: string,
): Promise<CalendarAddress | null> {
  const [removed] = await connection.query<CalendarAddress>(addressStatements.remove, [id, username]);
  return removed ?? null;
}

/**
 * Finds the owner of a calendar link by the hash of its token. Returns null if the link is unknown, or its owner cannot
 * log in.
 */
export async function findCalendarOwner(connection: Connection, hash: string): Promise<CalendarOwner | null> {
  const [owner] = await connection.query<CalendarOwner>(addressStatements.owner, [hash]);
  return owner ?? null;
}

/** A release, phase or task with a planned or actual date. */
export interface DatedEntry {
  readonly kind: 'release' | 'phase' | 'task';
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly start: Instant | null;
  readonly end: Instant | null;
  /** The planned duration in seconds. */
  readonly duration: number | null;
}

/**
 * A release with a published calendar, and its dated entries: the release, then its phases, then its tasks, each by
 * date.
 */
interface PublishedPlan {
  readonly id: string;
  readonly title: string;
  /** The time of the latest logged change; null without log entries. */
  readonly changedAt: Instant | null;
  readonly entries: readonly DatedEntry[];
}

type PlanRow = Omit<PublishedPlan, 'entries'> & { readonly archived: boolean };

/** The expressions must match those of the indexes of 0055-calendar-links. */
const publishedReleasesSql = (releases: string): string => `select id, archived, title from ${releases}
  where rest ->> 'calendarLinkToken' = $1 and passive -> 'calendarPublished' = 'true'
    and status <> '${templateStatus}'`;

const findPlanStatement = {
  name: 'find-published-release',
  text: `select r.*, (select a.event_time from activities a where a.release_id = r.id and a.archived = r.archived
      order by a.seq desc limit 1) as "changedAt"
    from (${publishedReleasesSql('live_releases')} union all ${publishedReleasesSql('archived_releases')}) as r limit 1`,
};

const datedEntriesSql = (rank: number, kind: DatedEntry['kind'], where: string): string =>
  `select ${rank} as rank, '${kind}' as kind, id, title, status, coalesce(start_date, scheduled_start_date) as start,
    coalesce(end_date, due_date) as end, planned_duration as duration from ${kind}s where ${where} = $1 and archived = $2`;

const listReleasesStatement = {
  name: 'list-dated-entries',
  text: `select kind, id, title, status, start, "end", duration
    from (${datedEntriesSql(0, 'release', 'id')} union all ${datedEntriesSql(1, 'phase', 'release_id')}
      union all ${datedEntriesSql(2, 'task', 'release_id')}) as e
    where start is not null or "end" is not null
    order by rank, coalesce(start, "end"), id limit $3`,
};

async function readPublished(connection: Connection, token: string, maxEntries: number): Promise<PublishedPlan | null> {
  const [row] = await connection.query<PlanRow>(findPlanStatement, [token]);
  if (row === undefined) return null;
  const { archived, ...release } = row;
  return {
    ...release,
    entries: await connection.query<DatedEntry>(listReleasesStatement, [release.id, archived, maxEntries]),
  };
}

/**
 * Finds the live or archived release that publishes its calendar under this token, with at most this number of entries.
 * Returns null for an unknown token.
 */
export const findPublishedPlan = (
  database: Database,
  token: string,
  maxEntries: number,
): Promise<PublishedPlan | null> =>
  database.transaction((connection) => readPublished(connection, token, maxEntries), 'read');
