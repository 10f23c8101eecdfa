import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { setByNonAdminSql } from '../people/grants.ts';

/** An address of a calendar, without its token, which is not stored. */
export interface CalendarAddress {
  readonly id: string;
  /** of its owner, in lower case */
  readonly username: string;
  /** of the folder that it shows; null: the releases that its owner owns */
  readonly folderId: string | null;
  readonly createdAt: Instant;
}

/** A new address; `hash` is SHA-256 of its token, in base64url. */
export interface NewCalendarAddress extends Omit<CalendarAddress, 'createdAt'> {
  readonly hash: string;
}

/** Whose calendar an address shows, and under which version of all grants. */
export interface CalendarOwner extends Pick<CalendarAddress, 'folderId'> {
  /** as the user was made */
  readonly username: string;
  readonly accessVersion: number;
}

const columns = 'id, username, folder_id as "folderId", created_at as "createdAt"';
const statements = {
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
      returning ${columns}`,
  },
  list: {
    name: 'list-calendar-addresses',
    text: `select ${columns} from calendar_addresses where username = lower($1) order by created_at, id`,
  },
  remove: {
    name: 'remove-calendar-address',
    text: `delete from calendar_addresses where id = $1 and username = lower($2) returning ${columns}`,
  },
  owner: {
    name: 'find-calendar-owner',
    text: `select a.folder_id as "folderId", u.username, (select version from access_version) as "accessVersion"
      from calendar_addresses a join users u on lower(u.username) = a.username
      where a.hash = $1 and u.login_allowed and not ${setByNonAdminSql('a.of_other', 'u')}`,
  },
};

/** How many addresses a user has; others who make one wait until this transaction is over. */
export async function countCalendarAddresses(connection: Connection, username: string): Promise<number> {
  await connection.query(statements.lock, [username]);
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username]);
  return row?.count ?? 0;
}

/** Makes an address; null where its owner is not there. */
export async function addCalendarAddress(
  connection: Connection,
  { id, username, folderId, hash }: NewCalendarAddress,
): Promise<CalendarAddress | null> {
  const [address] = await connection.query<CalendarAddress>(statements.add, [id, username, folderId, hash]);
  return address ?? null;
}

/** The addresses of a user, in the order in which they were made. */
export const listCalendarAddresses = (connection: Connection, username: string): Promise<readonly CalendarAddress[]> =>
  connection.query<CalendarAddress>(statements.list, [username]);

/** Ends an address of this user, and answers what it was; null where they have none of this id. */
export async function removeCalendarAddress(
  connection: Connection,
  id: string,
  username: string,
): Promise<CalendarAddress | null> {
  const [removed] = await connection.query<CalendarAddress>(statements.remove, [id, username]);
  return removed ?? null;
}

/**
 * The owner of the calendar at an address, by the hash of its token; null if it is unknown, or its owner cannot log
 * in.
 */
export async function findCalendarOwner(connection: Connection, hash: string): Promise<CalendarOwner | null> {
  const [owner] = await connection.query<CalendarOwner>(statements.owner, [hash]);
  return owner ?? null;
}
