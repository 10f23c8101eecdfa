import { createHash, hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Receive, Upload } from '@slipway/application/attachments';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid } from '@slipway/domain/model';
import { DuplicateRequest } from '@slipway/engine';
import {
  findKey,
  type IdempotencyKey,
  type StoredRequest,
  type StoredResponse,
  storeResponse,
} from '@slipway/persistence/plans';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { AnswerPending, KeyReused } from './errors/errors.ts';
import { refusalFor } from './errors/status-codes.ts';

/**
 * Idempotency-Key. For 24 hours, and for one user, method, path and key:
 *
 * - The request has at most one effect, also after an interruption: the key is stored in the transaction of the first
 * change.
 * - After its response, the same request gets the same status, body and ETag.
 * - A refused request has changed nothing, and its key is free: a repetition is decided again, because the reason may
 * have passed, or the client has corrected it.
 * - There is one gap: a process that ends after the change and before the response is stored leaves a key without a
 * response. A repetition is then refused with the note that the request was done.
 */

/** Where keys are stored. */
type KeyStore = Pick<ProcessDeps, 'database' | 'logger'>;

interface KeyedRequest {
  readonly username: string;
  /** Distinguishes the user from a deleted one with the same name; null: the key was created before such ids existed. */
  readonly account: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
}

const printable = /^[\x20-\x7e]{1,255}$/;

/** The stored id of a key. Throws Invalid for an invalid key. */
export function keyIdOf(
  header: string,
  { username, account, method, path }: Omit<KeyedRequest, 'query' | 'body'>,
): string {
  if (!printable.test(header)) throw new Invalid(message('idempotency.badKey'));
  const accountScope = account === null ? [] : [account];
  return hash('sha256', JSON.stringify([...accountScope, username, method, path, header]), 'base64url');
}

/** The stored key of a request. Throws Invalid for an invalid key. */
export const createKey = (header: string, { query, body, ...request }: KeyedRequest): IdempotencyKey => ({
  id: keyIdOf(header, request),
  fingerprint: hash('sha256', Buffer.concat([Buffer.from(`${query}\n`), body]), 'base64url'),
});

/** The delays of a repeated request between its reads of the response to the first one: about a second together. */
const retryDelaysMs = [5, 10, 20, 40, 80, 160, 320, 640];
/** In milliseconds. After this time no process still works on the request, because requests have a shorter limit. */
const lostAfterMs = 60_000;

/**
 * Returns the stored response of a request, or null for a new request. Throws KeyReused for another request with the same
 * key, AnswerPending, and Conflict if the response is lost.
 */
async function findStoredAnswer(
  { database }: Pick<KeyStore, 'database'>,
  { id, fingerprint }: IdempotencyKey,
): Promise<StoredResponse | null> {
  for (const ms of [...retryDelaysMs, null]) {
    const stored = await findKey(database, id);
    if (stored === null) return null;
    if (stored.fingerprint !== fingerprint) {
      throw new KeyReused(message('idempotency.otherRequest'));
    }
    if (stored.answer !== null) return stored.answer;
    if (stored.ageMs > lostAfterMs) throw answerLost(stored);
    if (ms !== null) await pause(ms);
  }
  throw new AnswerPending(message('idempotency.pending'));
}

const answerLost = ({ releaseId }: StoredRequest): Conflict =>
  new Conflict(
    releaseId === null ? message('idempotency.answerLost') : message('idempotency.answerOfReleaseLost', { releaseId }),
  );

/**
 * Runs a request once: returns the stored response, or runs it and stores the response. `work` must store the key with
 * its changes. `recheckPermissions` checks the permissions for a stored response, which may have changed. Throws the errors of
 * both.
 */
export async function answerOnce<A extends StoredResponse>(
  deps: KeyStore,
  key: IdempotencyKey,
  work: () => Promise<A>,
  recheckPermissions: () => Promise<void>,
): Promise<A | StoredResponse> {
  const storedAnswer = await findStoredAnswer(deps, key);
  if (storedAnswer !== null) {
    await recheckPermissions();
    return storedAnswer;
  }
  return await runOnce(deps, key, work);
}

/** Runs a request without a stored response. Throws the errors of the work. */
async function runOnce<A extends StoredResponse>(
  deps: KeyStore,
  key: IdempotencyKey,
  work: () => Promise<A>,
): Promise<A | StoredResponse> {
  let answer: A;
  try {
    answer = await work();
  } catch (error) {
    // the same request, sent at the same time, may have been first: its response counts
    const concurrentAnswer =
      error instanceof DuplicateRequest || refusalFor(error).status < 500 ? await findStoredAnswer(deps, key) : null;
    if (concurrentAnswer !== null) return concurrentAnswer;
    throw error;
  }
  const { status, tag, body } = answer;
  await storeResponse(deps.database, key, { status, tag, body }).catch((error: unknown) =>
    deps.logger.warn({ error }, 'could not store a response for its idempotency key'),
  );
  return answer;
}

/** A form with files that was sent under an `Idempotency-Key`. */
interface KeyedForm {
  /** the id of the key */
  readonly id: string;
  readonly query: string;
  readonly files: Receive;
}

/** The fingerprint of a form: the names, types and contents of its files, in their order. */
type FileDescriptions = [name: string, contentType: string, checksum: string][];

/** Records the size and hash of each file while it is consumed, without storing it. */
const describeFiles =
  (files: Receive, descriptions: FileDescriptions): Receive =>
  async (consume) => {
    descriptions.length = 0;
    return await files(async (file) => {
      const hasher = createHash('sha256');
      const result = await consume({ ...file, bytes: hashChunks(file, hasher) });
      descriptions.push([file.name, file.contentType, hasher.digest('hex')]);
      return result;
    });
  };

async function* hashChunks({ bytes }: Upload, hasher: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hasher.update(chunk);
    yield chunk;
  }
}

async function discard({ bytes }: Upload): Promise<void> {
  for await (const _ of bytes);
}

/**
 * Handles a form with files once. For a new key it stores the files, and the key with them. For a known key it only reads the
 * files to compare them, and returns the stored response. `work` receives the key to store, whose fingerprint is complete when
 * the files are read. Throws the errors of the work, KeyReused, AnswerPending, and Conflict when the response is lost.
 */
export async function answerForm<A extends StoredResponse>(
  deps: KeyStore,
  { id, query, files }: KeyedForm,
  work: (key: IdempotencyKey, files: Receive) => Promise<A>,
  recheckPermissions: () => Promise<void>,
): Promise<A | StoredResponse> {
  const descriptions: FileDescriptions = [];
  const key = {
    id,
    get fingerprint() {
      return hash('sha256', JSON.stringify([query, descriptions]), 'base64url');
    },
  };
  const receive = describeFiles(files, descriptions);
  if ((await findKey(deps.database, id)) !== null) {
    await recheckPermissions();
    await receive(discard);
    const storedAnswer = await findStoredAnswer(deps, key);
    if (storedAnswer !== null) return storedAnswer;
    // The key expired while the files were read, and a body can be read only once.
    throw new AnswerPending(message('idempotency.expired'));
  }
  return await runOnce(deps, key, () => work(key, receive));
}
