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
    text: `insert into password_resets (id, username, hash, expires_at, sealed_secret, next_at)
      values ($1, $2, $3, $4, $5, now())`,
  },
  find: {
    name: 'find-reset',
    text: 'select id, username, hash from password_resets where id = $1 and expires_at > now()',
  },
  take: {
    name: 'take-reset',
    text: `delete from password_resets where id = $1 and hash = $2 and expires_at > now() returning username`,
  },
  claim: {
    name: 'claim-reset-mails',
    text: `update password_resets p set attempts = p.attempts + 1, next_at = now() + $2 * interval '1 millisecond'
      from (select r.id from password_resets r join users on lower(users.username) = lower(r.username)
          where sealed_secret is not null and next_at <= now() and expires_at > now()
          order by next_at limit $1 for update of r skip locked) due, users u
      where p.id = due.id and lower(u.username) = lower(p.username)
      returning p.id, p.sealed_secret as "sealedSecret", p.attempts, u.username, u.external,
        u.login_allowed as "loginAllowed", u.full_name as "fullName", u.email`,
  },
  next: {
    name: 'next-reset-mail',
    text: `select extract(epoch from min(next_at) - now())::float8 * 1000 as "inMs"
      from password_resets r join users on lower(users.username) = lower(r.username)
      where sealed_secret is not null and expires_at > greatest(next_at, now())`,
  },
  postpone: {
    name: 'postpone-reset-mail',
    text: `update password_resets set next_at = now() + $2 * interval '1 millisecond' where id = $1`,
  },
  sent: { name: 'reset-mail-sent', text: 'update password_resets set sealed_secret = null where id = $1' },
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
  added: PasswordReset & { readonly expiresAt: Instant; readonly sealedSecret: string },
): Promise<void> {
  const { id, username, hash, expiresAt, sealedSecret } = added;
  await connection.query(statements.add, [id, username, hash, timestamp(expiresAt), sealedSecret]);
}

/** A link whose mail this process must send before its lease ends. */
export interface UnsentReset extends ResetAccount {
  readonly id: string;
  readonly sealedSecret: string;
  /** the number of attempts, with this one */
  readonly attempts: number;
}

/** Claims links whose mails are due, at most `limit`. After the lease, another process sends them. */
export const claimUnsentResets = (
  connection: Connection,
  limit: number,
  leaseMs: number,
): Promise<readonly UnsentReset[]> => connection.query<UnsentReset>(statements.claim, [limit, leaseMs]);

/** Returns the time until the next mail with a link is due, in milliseconds; null if there is none. */
export async function nextUnsentResetInMs(connection: Connection): Promise<number | null> {
  const [row] = await connection.query<{ readonly inMs: number | null }>(statements.next);
  return row?.inMs ?? null;
}

export async function postponeResetMail(connection: Connection, id: string, pauseMs: number): Promise<void> {
  await connection.query(statements.postpone, [id, pauseMs]);
}

/** Deletes the secret of a link, because its mail was sent or cannot be sent. */
export async function deleteResetSecret(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.sent, [id]);
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
