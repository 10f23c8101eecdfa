import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Invalid } from '@slipway/domain';
import { createMemoryBudget, type MemoryBudget } from '../http/body/memory-budget.ts';
import { hasBody, readBody } from '../http/body/read-body.ts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { TooLarge, UnsupportedMediaType } from '../http/errors/errors.ts';

const small = 256 * 1024;

const nothing = Buffer.alloc(0);

/** The body of one request to an endpoint. */
export interface EventBody {
  /** Its bytes, which are read from the request once. Throws TooLarge, UnsupportedMediaType, Overloaded. */
  read(limit: number): Promise<Buffer>;
  /** Gives its part of the shared limits back. */
  release(): void;
}

/** Reads bodies of unauthenticated senders, which share limits of memory and concurrency. */
export function createEventBodies(): (message: IncomingMessage) => EventBody {
  // a body of 8 MB takes ten times its size while it is masked and stored
  const inTurn = limitConcurrency({ running: 2, waiting: 64, what: 'large deliveries' });
  // of large bodies until they end; their turn begins when all of a body is there, which may take a minute
  const forLarge = createMemoryBudget(64 * 1024 * 1024);
  // of small bodies, apart from the large ones; they take no turns, so all of them may be at work at once
  const forSmall = createMemoryBudget(32 * 1024 * 1024);
  /** Begins a turn; answers what ends it. Throws Overloaded. */
  const beginTurn = (): Promise<() => void> =>
    new Promise((begun, refused) => {
      inTurn(() => new Promise<void>(begun)).catch(refused);
    });
  return (message) => {
    const releases: (() => void)[] = [];
    const readWithin = async (budget: MemoryBudget, limit: number): Promise<Buffer> => {
      const share = budget.open();
      releases.push(share.release);
      const sent = await readBody(message, limit, share);
      const bytes = isPacked(message) ? await unpacked(sent, limit) : sent;
      if (bytes !== sent) share.grow(bytes.length);
      if (bytes.length > small) releases.push(await beginTurn());
      return bytes;
    };
    let body: Promise<Buffer> | undefined;
    return {
      read: (limit) => {
        requireKnownEncoding(message);
        if (!hasBody(message)) return Promise.resolve(nothing);
        body ??= readWithin(mayBeLarge(message) ? forLarge : forSmall, limit);
        return body;
      },
      release: () => {
        for (const release of releases) release();
      },
    };
  };
}

const isPacked = ({ headers }: IncomingMessage): boolean => /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '');

function requireKnownEncoding(message: IncomingMessage): void {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity' || isPacked(message)) return;
  throw new UnsupportedMediaType('a body may be compressed with gzip only');
}

const decompress = promisify(gunzip);

/** Decompresses a body to at most `limit` bytes. Throws TooLarge, and Invalid for other data. */
async function unpacked(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(`the body is larger than ${limit} bytes`);
    throw new Invalid('the body is not valid gzip');
  }
}

/** A compressed body counts as large, because its size is known only afterwards. */
const mayBeLarge = (message: IncomingMessage): boolean =>
  isPacked(message) ||
  message.headers['transfer-encoding'] !== undefined ||
  Number(message.headers['content-length'] ?? 0) > small;
