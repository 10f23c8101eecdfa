import type { Connection } from '../database/database.ts';
import { setByNonAdminSql } from './grants.ts';

/** A browser session. Times are in epoch milliseconds. */
interface Session {
  readonly id: string;
  readonly begunAt: number;
  /** The time of the last use, with a resolution of one minute. */
  readonly lastUsedAt: number;
  /** An IP address. */
  readonly lastUsedFrom: string;
  /** The user agent. */
  readonly agent: string;
}

/** The user of a session, and the version of all permissions. */
export interface SessionLogin {
  readonly id: string;
  /** The name as created. */
  readonly username: string;
  readonly accessVersion: number;
  /**
   * The id of the account, which distinguishes it from a later account of the same name. Null: the account is older
   * than this id.
   */
  readonly account: string | null;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

/** A new session. `hash` is the SHA-256 of the cookie value, in base64url. */
interface NewSession {
  readonly id: string;
  readonly username: string;
  readonly hash: string;
  readonly address: string;
  readonly agent: string;
  /** The hash of the previous session of the browser, which ends; null if there is none. */
  readonly before: string | null;
}

/**
 * Whether session `s` of user `u` is valid: idle for less than 12 hours, at most 7 days old, and not ended. For
 * example, it ends if another user set the password and the user now has all permissions.
 */
export const validSessionSql = `s.username = lower(u.username) and s.credential_version = u.credential_version and u.login_allowed
  and not ${setByNonAdminSql('u.password_of_other', 'u')}
  and s.last_used_at > now() - interval '12 hours' and s.begun_at > now() - interval '7 days'`;

/** The maximum number of sessions of a user. A new session ends the least recently used one. */
const maxSessions = 100;

const statements = {
  add: {
    name: 'add-session',
    text: `with ended as (
        delete from sessions where hash = $6 or id in (
          select id from sessions where username = lower($2) order by last_used_at desc offset ${maxSessions - 1})
      )
      insert into sessions (id, username, hash, credential_version, last_used_from, agent)
      select $1, lower(username), $3, credential_version, $4, $5 from users
      where lower(username) = lower($2) and login_allowed for key share returning id`,
  },
  login: {
    name: 'login-by-session',
    text: `select s.id, u.username, u.account, u.must_change_password as "mustChangePassword",
        (select version from access_version) as "accessVersion"
      from sessions s join users u on ${validSessionSql} where s.hash = $1`,
  },
  list: {
    name: 'list-sessions',
    text: `select s.id, s.begun_at as "begunAt", s.last_used_at as "lastUsedAt", s.last_used_from as "lastUsedFrom", s.agent
      from sessions s join users u on ${validSessionSql} where s.username = lower($1) order by s.begun_at, s.id`,
  },
  remove: {
    name: 'remove-sessions',
    text: 'delete from sessions where username = lower($1) and ($2::text is null or id = $2) returning id',
  },
  removeByValue: {
    name: 'remove-session-by-value',
    text: 'delete from sessions where hash = $1 returning id, username',
  },
  deleteExpired: {
    name: 'delete-sessions',
    text: `delete from sessions where id in (
        select s.id from sessions s where s.begun_at < now() - interval '12 hours'
          and not exists (select from users u where ${validSessionSql}) limit $1
      ) returning id`,
  },
};

/** Creates a session. Returns false if the user cannot log in. */
export async function addSession(connection: Connection, session: NewSession): Promise<boolean> {
  const { id, username, hash, address, agent, before } = session;
  const inserted = await connection.query(statements.add, [id, username, hash, address, agent, before]);
  return inserted.length > 0;
}

/** Finds the user of a valid session by the hash of its cookie value. Returns null if there is none. */
export async function findSessionLogin(connection: Connection, hash: string): Promise<SessionLogin | null> {
  const [login] = await connection.query<SessionLogin>(statements.login, [hash]);
  return login ?? null;
}

/** Lists the valid sessions of a user, oldest first. */
export const listSessions = (connection: Connection, username: string): Promise<readonly Session[]> =>
  connection.query<Session>(statements.list, [username]);

/** Ends one session of a user, or all sessions without an id. Returns the ids of the ended sessions. */
export async function removeSessions(
  connection: Connection,
  username: string,
  id: string | null,
): Promise<readonly string[]> {
  const removed = await connection.query<{ readonly id: string }>(statements.remove, [username, id]);
  return removed.map((session) => session.id);
}

/** Ends the session with this hash. Returns the name of the user in lower case, or null if there is no such session. */
export async function removeSessionByHash(
  connection: Connection,
  hash: string,
): Promise<Pick<SessionLogin, 'id' | 'username'> | null> {
  const [removed] = await connection.query<Pick<SessionLogin, 'id' | 'username'>>(statements.removeByValue, [hash]);
  return removed ?? null;
}

/** Deletes ended sessions, at most `limit`. Returns their number. */
export async function deleteExpiredSessions(connection: Connection, limit: number): Promise<number> {
  const deleted = await connection.query(statements.deleteExpired, [limit]);
  return deleted.length;
}

const lockUser = {
  name: 'lock-user',
  text: 'select from users where lower(username) = lower($1) for update',
};
const endLoginsStatement = {
  name: 'end-logins',
  text: `with tokens as (delete from personal_access_tokens where username = lower($1)),
      calendars as (delete from calendar_addresses where username = lower($1)),
      views as (delete from saved_views where username = lower($1))
    delete from sessions where username = lower($1)`,
};

/**
 * Deletes all tokens, sessions, calendar links and saved views of a deleted user, including concurrently created ones.
 * A later user of that name must not get them.
 */
export async function endLogins(connection: Connection, username: string): Promise<void> {
  await connection.query(lockUser, [username]);
  await connection.query(endLoginsStatement, [username]);
}

/** The users, tokens and sessions that were active recently. */
export interface LastUses {
  readonly usernames: readonly string[];
  /** The IP address by the id of the token or session. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly sessions: ReadonlyMap<string, string>;
}

/** Skips rows that another process is updating, because it writes the same minute. */
const updateSql = (table: string, ids: string, addresses: string): string => `
  update ${table} set last_used_at = date_trunc('minute', now()), last_used_from = u.address
  from unnest(${ids}::text[], ${addresses}::text[]) as u (id, address)
  where ${table}.id = u.id and ${table}.id in (
    select id from ${table} where id = any (${ids}::text[])
      and (last_used_at is null or last_used_at < date_trunc('minute', now()))
    for no key update skip locked)`;

const lastUsesStatement = {
  name: 'record-last-uses',
  text: `with tokens as (${updateSql('personal_access_tokens', '$2', '$3')}),
      sessions as (${updateSql('sessions', '$4', '$5')})
    update users set last_active = date_trunc('minute', now()) where username in (
      select username from users where lower(username) = any ($1::text[])
        and (last_active is null or last_active < date_trunc('minute', now()))
      for no key update skip locked)`,
};

/** Stores the users and tokens that were active in this minute, once a minute for all processes. */
export async function recordLastUses(connection: Connection, uses: LastUses): Promise<void> {
  const { usernames, tokens, sessions } = uses;
  await connection.query(lastUsesStatement, [
    usernames.map((name) => name.toLowerCase()),
    [...tokens.keys()],
    [...tokens.values()],
    [...sessions.keys()],
    [...sessions.values()],
  ]);
}
