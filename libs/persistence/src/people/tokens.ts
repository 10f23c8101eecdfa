import type { Connection } from '../database/database.ts';
import { setByNonAdminSql } from './grants.ts';

/** A personal access token, without its text, which is not stored. Times are in epoch milliseconds. */
export interface Token {
  readonly id: string;
  /** The name of the owner, in lower case. */
  readonly username: string;
  readonly note: string;
  /** The only permissions of the token, all of them global. Null: the token has all permissions of its owner. */
  readonly permissions: readonly string[] | null;
  readonly createdAt: number;
  /** Null: the token does not expire. */
  readonly expiresAt: number | null;
  /** The time of the last use, with a resolution of one minute; null if the token was never used. */
  readonly lastUsedAt: number | null;
  /** An IP address. */
  readonly lastUsedFrom: string | null;
}

/** The token of a login, and the version of all permissions. */
export interface TokenLogin extends Pick<Token, 'id' | 'permissions' | 'expiresAt'> {
  /** The name as created. */
  readonly username: string;
  readonly loginAllowed: boolean;
  readonly expired: boolean;
  /**
   * Whether the token is invalid: a user without the permission `admin` created it, and its owner now has that
   * permission.
   */
  readonly isSetByNonAdmin: boolean;
  readonly accessVersion: number;
  /**
   * The id of the account, which distinguishes it from a later account of the same name. Null: the account is older
   * than this id.
   */
  readonly account: string | null;
}

/** A new token. `hash` is the SHA-256 of its text, in base64url. */
export interface NewToken extends Pick<Token, 'id' | 'username' | 'note' | 'permissions'> {
  readonly hash: string;
  /** The expiry as an ISO 8601 time. */
  readonly expiresAt: string | null;
  /** Whether another user without the permission `admin` creates it. */
  readonly isSetByNonAdmin: boolean;
}

const columns = `id, username, note, permissions, created_at as "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt", last_used_from as "lastUsedFrom"`;

const loginColumns = `t.id, t.permissions, t.expires_at as "expiresAt", u.username, u.login_allowed as "loginAllowed",
  u.account, ${setByNonAdminSql('t.of_other', 'u')} as "isSetByNonAdmin",
  t.expires_at is not null and t.expires_at <= now() as expired,
  (select version from access_version) as "accessVersion"`;
const tokensWithUsers = 'personal_access_tokens t join users u on lower(u.username) = t.username';

const statements = {
  add: {
    name: 'add-token',
    text: `insert into personal_access_tokens (id, username, note, hash, permissions, expires_at, of_other)
      select $1, lower(u.username), $3, $4, $5::text[], $6::timestamptz, $7 or u.password_of_other from users u where lower(u.username) = lower($2)
      on conflict on constraint token_note do nothing returning ${columns}`,
  },
  lock: {
    name: 'lock-owner-of-tokens',
    text: 'select from users where lower(username) = lower($1) for no key update',
  },
  count: {
    name: 'count-tokens',
    text: 'select count(*) as count from personal_access_tokens where username = lower($1)',
  },
  list: {
    name: 'list-tokens',
    text: `select ${columns} from personal_access_tokens where username = lower($1) order by created_at, id`,
  },
  find: { name: 'find-token', text: `select ${columns} from personal_access_tokens where id = $1` },
  remove: { name: 'remove-token', text: 'delete from personal_access_tokens where id = $1 returning id' },
  login: {
    name: 'login-by-token',
    text: `select ${loginColumns} from ${tokensWithUsers} where t.hash = $1`,
  },
  run: { name: 'run-by-token', text: `select ${loginColumns} from ${tokensWithUsers} where t.id = $1` },
};

/**
 * Returns the number of tokens of a user, including expired ones. Blocks the creation of tokens for the user until the
 * transaction ends.
 */
export async function countTokens(connection: Connection, username: string): Promise<number> {
  await connection.query(statements.lock, [username]);
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username]);
  return row?.count ?? 0;
}

/** Creates a token. Returns null if its owner has a token with the same note, or does not exist. */
export async function addToken(connection: Connection, token: NewToken): Promise<Token | null> {
  const { id, username, note, hash, permissions, expiresAt, isSetByNonAdmin } = token;
  const values = [id, username, note, hash, permissions, expiresAt, isSetByNonAdmin];
  const [created] = await connection.query<Token>(statements.add, values);
  return created ?? null;
}

/** Lists the tokens of a user, oldest first, including expired ones. */
export const listTokens = (connection: Connection, username: string): Promise<readonly Token[]> =>
  connection.query<Token>(statements.list, [username]);

export async function findToken(connection: Connection, id: string): Promise<Token | null> {
  const [token] = await connection.query<Token>(statements.find, [id]);
  return token ?? null;
}

/** Revokes a token. Returns false if it had already been revoked. */
export async function removeToken(connection: Connection, id: string): Promise<boolean> {
  const removed = await connection.query(statements.remove, [id]);
  return removed.length > 0;
}

/**
 * Finds the user of a token by the hash of its text. Returns null if there is none. The caller checks whether the token
 * is valid.
 */
export async function findTokenLogin(connection: Connection, hash: string): Promise<TokenLogin | null> {
  const [login] = await connection.query<TokenLogin>(statements.login, [hash]);
  return login ?? null;
}

/** Finds the user of the token that scripts use, by the id of the token. */
export async function findRunToken(connection: Connection, id: string): Promise<TokenLogin | null> {
  const [login] = await connection.query<TokenLogin>(statements.run, [id]);
  return login ?? null;
}
