import { type Connection, isDuplicate } from '../../database/database.ts';
import type { StatementPart } from './compose.ts';

/** The idempotency key of a client. Requests with the same key have one effect. */
export interface IdempotencyKey {
  /** The digest of the user, the method, the path, and the key as sent. */
  readonly id: string;
  /** The digest of the query and the body, which detects a different request with the same key. */
  readonly fingerprint: string;
}

/** The response to a request. */
export interface StoredResponse {
  readonly status: number;
  readonly tag: string | null;
  /** Null without a body. */
  readonly body: string | null;
}

/** The stored result of a request. */
export interface StoredRequest {
  readonly fingerprint: string;
  readonly ageMs: number;
  /** The last segment of the id of the release that the request created or changed, if any. */
  readonly releaseId: string | null;
  /** Null before the response is stored, and permanently if the process crashed before. */
  readonly answer: StoredResponse | null;
}

/** Another request with this key was processed before or concurrently. This request has changed nothing. */
export class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest';
}

/** The time for which a key is valid. */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** The part of a save that stores the key. If the key is already stored, the whole save fails. */
export const keyPart = ({ id, fingerprint }: IdempotencyKey): StatementPart => ({
  key: 'ik',
  sql: 'insert into idempotency_keys (id, fingerprint, release_id) select $1, $2, r.id from r',
  values: [id, fingerprint],
});

/** Runs a write that stores a key. Throws DuplicateRequest if the key is already stored. */
export async function convertDuplicateKey<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'idempotency_keys_pkey'))
      throw new DuplicateRequest('a request with this key was done before');
    throw error;
  }
}

const insert = {
  name: 'store-key',
  text: 'insert into idempotency_keys (id, fingerprint, release_id) values ($1, $2, $3)',
};

/**
 * Stores a key in the transaction of its effect, with the created release, if any. Waits for a concurrent use of the
 * key. Throws DuplicateRequest if the key is already stored.
 */
export async function storeKey(
  connection: Connection,
  { id, fingerprint }: IdempotencyKey,
  releaseId: string | null = null,
): Promise<void> {
  await convertDuplicateKey(() => connection.query(insert, [id, fingerprint, releaseId]));
}

const select = {
  name: 'recall-key',
  text: `select fingerprint, release_id as "releaseId", status, tag, body,
      extract(epoch from now() - kept_at)::float8 * 1000 as "ageMs"
    from idempotency_keys where id = $1`,
};
const deleteStatement = {
  name: 'drop-key',
  text: `delete from idempotency_keys where id = $1 and kept_at < now() - $2 * interval '1 millisecond'`,
};

interface Row extends Omit<StoredRequest, 'answer'>, Omit<StoredResponse, 'status'> {
  readonly status: number | null;
}

/** Returns the stored result of a key, or null if the key is new or older than a day. */
export async function findKey(connection: Connection, id: string): Promise<StoredRequest | null> {
  const [row] = await connection.query<Row>(select, [id]);
  if (row === undefined) return null;
  const { fingerprint, ageMs, releaseId, status, tag, body } = row;
  if (ageMs > keyLifetimeMs) {
    await connection.query(deleteStatement, [id, keyLifetimeMs]);
    return null;
  }
  return { fingerprint, ageMs, releaseId, answer: status === null ? null : { status, tag, body } };
}

const storeResponseStatement = {
  name: 'store-response',
  text: `insert into idempotency_keys as k (id, fingerprint, status, tag, body) values ($1, $2, $3, $4, $5)
    on conflict (id) do update set status = excluded.status, tag = excluded.tag, body = excluded.body
    where k.status is null and k.fingerprint = excluded.fingerprint`,
};

/** Stores the response of a request. If two requests without an effect use the key, the first response stays. */
export async function storeResponse(
  connection: Connection,
  { id, fingerprint }: IdempotencyKey,
  { status, tag, body }: StoredResponse,
): Promise<void> {
  await connection.query(storeResponseStatement, [id, fingerprint, status, tag, body]);
}

const deleteExpiredStatement = {
  name: 'delete-keys',
  text: `delete from idempotency_keys where id in (
      select id from idempotency_keys where kept_at < now() - $1 * interval '1 millisecond'
      order by kept_at limit $2 for update skip locked)`,
};

/** Deletes at most `limit` keys that are older than a day, oldest first. */
export async function deleteExpiredKeys(connection: Connection, limit: number): Promise<void> {
  await connection.query(deleteExpiredStatement, [keyLifetimeMs, limit]);
}
