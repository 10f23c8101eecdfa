import { createHash, hash } from 'node:crypto';
import type { Receive, Upload } from '@slipway/application/attachments';
import { findKey, type IdempotencyKey, type StoredResponse } from '@slipway/persistence/plans';
import { AnswerPending } from './errors/errors.ts';
import { findStoredAnswer, type KeyStore, runOnce } from './idempotency.ts';

/** A form with files that was sent under an `Idempotency-Key`. */
interface KeyedForm {
  /** of the key */
  readonly id: string;
  readonly query: string;
  readonly files: Receive;
}

/** What makes two forms the same: the names, types and contents of their files, in their order. */
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
 * the files are read. Throws what the work throws, KeyReused, AnswerPending, and Conflict when the response is lost.
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
    throw new AnswerPending('the stored response of this Idempotency-Key has expired: send the request again');
  }
  return await runOnce(deps, key, () => work(key, receive));
}
