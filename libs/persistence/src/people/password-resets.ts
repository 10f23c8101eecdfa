import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** A user who may receive a link to choose a new password. */
export interface ResetAccount {
  readonly username: string;
  readonly external: boolean;
  readonly loginAllowed: boolean;
  readonly fullName: string | null;
  readonly email: string | null;
}

/** A link to choose a new password. `hash` is the SHA-256 of its secret, in base64url. */
interface PasswordReset {
  readonly id: string;
  readonly username: string;
  readonly hash: string;
}

const statements = {
  candidates: {
    name: 'reset-candidates',
    text: `select username, external, login_allowed as "loginAllowed", full_name as "fullName", email from users
      where lower(username) = lower($1) or lower(email) = lower($1) order by username limit $2`,
  },
  count: {
    name: 'count-resets',
    text: `select count(*) as count from password_resets
      where lower(username) = lower($1) and created_at > now() - interval '1 hour'`,
  },
  add: {
    name: 'add-reset',
    text: 'insert into password_resets (id, username, hash, expires_at) values ($1, $2, $3, $4)',
  },
  find: {
    name: 'find-reset',
    text: 'select id, username, hash from password_resets where id = $1 and expires_at > now()',
  },
  take: {
    name: 'take-reset',
    text: `delete from password_resets where id = $1 and hash = $2 and expires_at > now() returning username`,
  },
  removeOthers: { name: 'remove-resets', text: 'delete from password_resets where lower(username) = lower($1)' },
  deleteExpired: {
    name: 'delete-resets',
    text: `delete from password_resets where id in (
        select id from password_resets where expires_at < now() - interval '1 hour' limit $1) returning id`,
  },
};

/** Finds users by name or mail address, in any letter case. */
export const findResetCandidates = (
  connection: Connection,
  nameOrAddress: string,
  limit: number,
): Promise<readonly ResetAccount[]> => connection.query<ResetAccount>(statements.candidates, [nameOrAddress, limit]);

/** Returns the number of unused links of a user from the last hour. */
export async function countPasswordResets(connection: Connection, username: string): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username]);
  return row?.count ?? 0;
}

export async function addPasswordReset(
  connection: Connection,
  { id, username, hash, expiresAt }: PasswordReset & { readonly expiresAt: Instant },
): Promise<void> {
  await connection.query(statements.add, [id, username, hash, timestamp(expiresAt)]);
}

/** Finds a valid link; null if there is none. */
export async function findPasswordReset(connection: Connection, id: string): Promise<PasswordReset | null> {
  const [found] = await connection.query<PasswordReset>(statements.find, [id]);
  return found ?? null;
}

/**
 * Deletes a valid link and all others of its user, so that no other request can use them. Returns the name of the user;
 * null if there is no such link.
 */
export async function takePasswordReset(connection: Connection, id: string, hash: string): Promise<string | null> {
  const [taken] = await connection.query<{ readonly username: string }>(statements.take, [id, hash]);
  if (taken === undefined) return null;
  await connection.query(statements.removeOthers, [taken.username]);
  return taken.username;
}

/** Deletes links that expired at least an hour ago, at most `limit`. Returns their number. */
export const deleteExpiredPasswordResets = async (connection: Connection, limit: number): Promise<number> =>
  (await connection.query(statements.deleteExpired, [limit])).length;
