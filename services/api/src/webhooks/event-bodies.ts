import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { createMemoryBudget, hasBody, type MemoryBudget, readBody } from '../http/body/read-body.ts';
import { TooLarge, UnsupportedMediaType } from '../http/errors/errors.ts';
import { createSlots } from '../http/slots.ts';

const smallBodyBytes = 256 * 1024;

const emptyBody = Buffer.alloc(0);

/** The body of a request to an endpoint. */
export interface EventBody {
  /** Reads the body once, and returns its bytes. Throws TooLarge, UnsupportedMediaType, Overloaded. */
  read(limit: number): Promise<Buffer>;
  /** Releases the shares of the common limits that this body holds. */
  release(): void;
}

/** Creates a reader of bodies of unauthenticated senders. All bodies share limits of memory and concurrency. */
export function createEventBodies(): (incoming: IncomingMessage) => EventBody {
  // For large bodies: while a body of 8 MB is masked and stored, it takes ten times its size.
  const slots = createSlots({ max: 2, maxWaiting: 64, label: 'largeDeliveries' });
  // For large bodies, from their first byte. They wait for a slot only when they are complete, which can take a minute.
  const largeBudget = createMemoryBudget(64 * 1024 * 1024);
  // For small bodies, separate from large ones. They need no slot, so all of them can be processed at the same time.
  const smallBudget = createMemoryBudget(32 * 1024 * 1024);
  return (incoming) => {
    const releases: (() => void)[] = [];
    const readWithBudget = async (budget: MemoryBudget, limit: number): Promise<Buffer> => {
      const share = budget.open();
      releases.push(share.release);
      const rawBytes = await readBody(incoming, limit, share);
      const bytes = isCompressed(incoming) ? await decompressBody(rawBytes, limit) : rawBytes;
      if (bytes !== rawBytes) share.grow(bytes.length);
      if (bytes.length > smallBodyBytes) releases.push(await slots.acquire());
      return bytes;
    };
    let body: Promise<Buffer> | undefined;
    return {
      read: (limit) => {
        requireKnownEncoding(incoming);
        if (!hasBody(incoming)) return Promise.resolve(emptyBody);
        body ??= readWithBudget(mayBeLarge(incoming) ? largeBudget : smallBudget, limit);
        return body;
      },
      release: () => {
        for (const release of releases) release();
      },
    };
  };
}

const isCompressed = ({ headers }: IncomingMessage): boolean =>
  /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '');

function requireKnownEncoding(incoming: IncomingMessage): void {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity' || isCompressed(incoming)) return;
  throw new UnsupportedMediaType(message('body.gzipOnly'));
}

const decompress = promisify(gunzip);

/** Decompresses a body to at most `limit` bytes. Throws TooLarge, and Invalid for data that is not gzip. */
async function decompressBody(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(message('body.tooLarge', { max: limit }));
    throw new Invalid(message('body.badGzip'));
  }
}

/** Whether a body may be large. Compressed bodies count as large, because their decompressed size is unknown. */
const mayBeLarge = (incoming: IncomingMessage): boolean =>
  isCompressed(incoming) ||
  incoming.headers['transfer-encoding'] !== undefined ||
  Number(incoming.headers['content-length'] ?? 0) > smallBodyBytes;
