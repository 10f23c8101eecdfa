import { type Connection, isDuplicate } from '../../database/database.ts';
import type { StatementPart } from './compose.ts';

/** The idempotency key of a client: a repeated request has one effect. */
export interface IdempotencyKey {
  /** a digest of the user, the method, the path and the key as it was sent */
  readonly id: string;
  /** a digest of what else makes two requests the same: query and body */
  readonly fingerprint: string;
}

/** The response to a request. */
export interface StoredResponse {
  readonly status: number;
  readonly tag: string | null;
  /** null where nothing was answered */
  readonly body: string | null;
}

/** The stored result of a request. */
export interface StoredRequest {
  readonly fingerprint: string;
  readonly ageMs: number;
  /** last segment of the id of the release that it changed or made, where it is one */
  readonly releaseId: string | null;
  /** null while it is not answered yet, and for ever where its process ended before */
  readonly answer: StoredResponse | null;
}

/** A request with this key was done before, or by another process just now. Nothing was changed this time. */
export class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest';
}

/** For how long a key means the same request. */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** The part of a save that keeps the key: if it is there already, nothing at all is saved. */
export const keyPart = ({ id, fingerprint }: IdempotencyKey): StatementPart => ({
  key: 'ik',
  sql: 'insert into idempotency_keys (id, fingerprint, release_id) select $1, $2, r.id from r',
  values: [id, fingerprint],
});

/** Runs a write that keeps a key, and turns the database's refusal to keep it twice into DuplicateRequest. */
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
  name: 'keep-key',
  text: 'insert into idempotency_keys (id, fingerprint, release_id) values ($1, $2, $3)',
};

/**
 * Stores a key in the transaction of its effect, with the created release, if any. Throws DuplicateRequest, after waiting for
 * a concurrent use.
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

/** The stored result of a key; null if it is new, or older than a day. */
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
  name: 'keep-answer',
  text: `insert into idempotency_keys as k (id, fingerprint, status, tag, body) values ($1, $2, $3, $4, $5)
    on conflict (id) do update set status = excluded.status, tag = excluded.tag, body = excluded.body
    where k.status is null and k.fingerprint = excluded.fingerprint`,
};

/** Keeps what a request was answered; of two that have changed nothing, the first. */
export async function storeResponse(
  connection: Connection,
  { id, fingerprint }: IdempotencyKey,
  { status, tag, body }: StoredResponse,
): Promise<void> {
  await connection.query(storeResponseStatement, [id, fingerprint, status, tag, body]);
}

const deleteExpiredStatement = {
  name: 'forget-keys',
  text: `delete from idempotency_keys where id in (
      select id from idempotency_keys where kept_at < now() - $1 * interval '1 millisecond'
      order by kept_at limit $2 for update skip locked)`,
};

/** Deletes keys that are older than a day, the oldest first and `most` at once. */
export async function deleteExpiredKeys(connection: Connection, limit: number): Promise<void> {
  await connection.query(deleteExpiredStatement, [keyLifetimeMs, limit]);
}
