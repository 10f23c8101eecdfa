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

/** The body of one request to an endpoint. */
export interface EventBody {
  /** Its bytes, which are read from the request once. Throws TooLarge, UnsupportedMediaType, Overloaded. */
  read(limit: number): Promise<Buffer>;
  /** Gives its part of the shared limits back. */
  release(): void;
}

/** Reads bodies of unauthenticated senders, which share limits of memory and concurrency. */
export function createEventBodies(): (incoming: IncomingMessage) => EventBody {
  // a body of 8 MB takes ten times its size while it is masked and stored
  const slots = createSlots({ max: 2, maxWaiting: 64, label: 'largeDeliveries' });
  // of large bodies until they end; their turn begins when all of a body is there, which may take a minute
  const largeBudget = createMemoryBudget(64 * 1024 * 1024);
  // of small bodies, apart from the large ones; they take no turns, so all of them may be at work at once
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

/** Decompresses a body to at most `limit` bytes. Throws TooLarge, and Invalid for other data. */
async function decompressBody(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(message('body.tooLarge', { max: limit }));
    throw new Invalid(message('body.badGzip'));
  }
}

/** A compressed body counts as large, because its size is known only afterwards. */
const mayBeLarge = (incoming: IncomingMessage): boolean =>
  isCompressed(incoming) ||
  incoming.headers['transfer-encoding'] !== undefined ||
  Number(incoming.headers['content-length'] ?? 0) > smallBodyBytes;
