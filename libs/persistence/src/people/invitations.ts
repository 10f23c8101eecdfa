import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** An invitation of a user who does not exist yet, without the secret of its link. Times are in epoch milliseconds. */
export interface Invitation {
  readonly id: string;
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** The name of the user who created the invitation. */
  readonly invitedBy: string;
  /** Whether this user did not have the permission `admin`. */
  readonly isByNonAdmin: boolean;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** A new invitation. `hash` is the SHA-256 of the secret in its link, in base64url. */
interface NewInvitation extends Omit<Invitation, 'createdAt'> {
  readonly hash: string;
}

const columns = `id, username, full_name as "fullName", email, invited_by as "invitedBy",
  by_non_admin as "isByNonAdmin", created_at as "createdAt", expires_at as "expiresAt"`;

const statements = {
  count: { name: 'count-invitations', text: 'select count(*) as count from invitations' },
  removeExpired: {
    name: 'remove-expired-invitation',
    text: 'delete from invitations where lower(username) = lower($1) and expires_at <= now()',
  },
  isInvited: { name: 'is-invited', text: 'select from invitations where lower(username) = lower($1)' },
  add: {
    name: 'add-invitation',
    text: `insert into invitations (id, username, full_name, email, hash, invited_by, by_non_admin, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
  },
  list: { name: 'list-invitations', text: `select ${columns} from invitations order by created_at desc, id` },
  find: { name: 'find-invitation', text: `select hash, ${columns} from invitations where id = $1` },
  remove: { name: 'remove-invitation', text: `delete from invitations where id = $1 returning ${columns}` },
  take: {
    name: 'take-invitation',
    text: `delete from invitations where id = $1 and hash = $2 and expires_at > now() returning ${columns}`,
  },
  deleteExpired: {
    name: 'delete-invitations',
    text: `delete from invitations where id in (
        select id from invitations where expires_at < now() - interval '30 days' limit $1
      ) returning id`,
  },
};

/** Returns the number of invitations, including expired ones. */
export async function countInvitations(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.count);
  return row?.count ?? 0;
}

/** Whether a name is invited. Deletes an expired invitation of the name. */
export async function isInvited(connection: Connection, username: string): Promise<boolean> {
  await connection.query(statements.removeExpired, [username]);
  return (await connection.query(statements.isInvited, [username])).length > 0;
}

/** Creates an invitation. The caller holds the lock of `lockPeople`. Throws Invalid. */
export async function addInvitation(connection: Connection, invitation: NewInvitation): Promise<Invitation> {
  const { id, username, fullName, email, hash, invitedBy, isByNonAdmin, expiresAt } = invitation;
  const values = [id, username, fullName, email, hash, invitedBy, isByNonAdmin, timestamp(expiresAt)];
  const [added] = await convertStorageErrors(() => connection.query<Invitation>(statements.add, values));
  if (added === undefined) throw new Error('the insert of an invitation returned no row');
  return added;
}

/** Lists the invitations that are neither accepted nor revoked, newest first, including expired ones. */
export const listInvitations = (connection: Connection): Promise<readonly Invitation[]> =>
  connection.query<Invitation>(statements.list);

/** Finds an invitation with the hash of its secret; null if there is none. The caller checks whether it is valid. */
export async function findInvitation(
  connection: Connection,
  id: string,
): Promise<(Invitation & { readonly hash: string }) | null> {
  const [invitation] = await connection.query<Invitation & { readonly hash: string }>(statements.find, [id]);
  return invitation ?? null;
}

/** Deletes an invitation. Returns it, or null if there is none. */
export async function removeInvitation(connection: Connection, id: string): Promise<Invitation | null> {
  const [removed] = await connection.query<Invitation>(statements.remove, [id]);
  return removed ?? null;
}

/** Deletes an invitation that has not expired, so that no other request can accept it. Returns null if there is none. */
export async function takeInvitation(connection: Connection, id: string, hash: string): Promise<Invitation | null> {
  const [taken] = await connection.query<Invitation>(statements.take, [id, hash]);
  return taken ?? null;
}

/** Deletes invitations that expired at least 30 days ago, at most `limit`. Returns their number. */
export async function deleteExpiredInvitations(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(statements.deleteExpired, [limit])).length;
}
