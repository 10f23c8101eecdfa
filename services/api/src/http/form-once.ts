import { createHash, hash } from 'node:crypto';
import { findKey, type IdempotencyKey, type StoredAnswer } from '@slipway/persistence';
import type { Receive, Upload } from '@slipway/resources';
import { StillAnswering } from './errors/errors.ts';
import { doneOnce, type KeyStore, recalled } from './idempotency.ts';

/** A form with files that was sent under an `Idempotency-Key`. */
interface SentForm {
  /** of the key */
  readonly id: string;
  readonly query: string;
  readonly files: Receive;
}

/** What makes two forms the same: the names, types and contents of their files, in their order. */
type Described = [name: string, contentType: string, checksum: string][];

/** Records the size and hash of each file while it is consumed, without storing it. */
const describing =
  (files: Receive, described: Described): Receive =>
  async (take) => {
    described.length = 0;
    return await files(async (file) => {
      const sum = createHash('sha256');
      const taken = await take({ ...file, bytes: summing(file, sum) });
      described.push([file.name, file.contentType, sum.digest('hex')]);
      return taken;
    });
  };

async function* summing({ bytes }: Upload, sum: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    sum.update(piece);
    yield piece;
  }
}

async function passOver({ bytes }: Upload): Promise<void> {
  for await (const _ of bytes);
}

/**
 * Handles a form with files once. For a new key it stores the files, and the key with them. For a known key it only reads the
 * files to compare them, and returns the stored response. `work` receives the key to store, whose fingerprint is complete when
 * the files are read. Throws what the work throws, KeyReused, StillAnswering, and Conflict when the response is lost.
 */
export async function answerFormOnce<A extends StoredAnswer>(
  deps: KeyStore,
  { id, query, files }: SentForm,
  work: (key: IdempotencyKey, files: Receive) => Promise<A>,
  mayStill: () => Promise<void>,
): Promise<A | StoredAnswer> {
  const described: Described = [];
  const key = {
    id,
    get fingerprint() {
      return hash('sha256', JSON.stringify([query, described]), 'base64url');
    },
  };
  const taking = describing(files, described);
  if ((await findKey(deps.database, id)) !== null) {
    await mayStill();
    await taking(passOver);
    const before = await recalled(deps, key);
    if (before !== null) return before;
    // The key expired while the files were read, and a body can be read only once.
    throw new StillAnswering('the stored response of this Idempotency-Key has expired: send the request again');
  }
  return await doneOnce(deps, key, () => work(key, taking));
}
