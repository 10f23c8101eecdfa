import type { IncomingMessage } from 'node:http';
import { createMemoryBudget, type MemoryBudget } from '../http/body/memory-budget.ts';
import { hasBody, readBody } from '../http/body/read-body.ts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { Unsupported } from '../http/errors/errors.ts';

const small = 256 * 1024;

const nothing = Buffer.alloc(0);

/** The body of one request to an endpoint. */
export interface EventBody {
  /** Its bytes, which are read from the request once. Throws TooLarge, Unsupported, Overloaded. */
  read(limit: number): Promise<Buffer>;
  /** Gives back what it took of the limits that all bodies share. */
  release(): void;
}

/** Reads bodies that strangers send within limits that all of them share. */
export function createEventBodies(): (message: IncomingMessage) => EventBody {
  // a body of 8 MB takes ten times of that while it is masked and stored
  const inTurn = limitConcurrency({ running: 2, waiting: 64, what: 'large deliveries' });
  // of large bodies that are being sent or wait for their turn, which begins when all of a body is there
  const forLarge = createMemoryBudget(64 * 1024 * 1024);
  // of small ones, which no large one takes away; they take no turns, so all of them may be at work at once
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
      const bytes = await readBody(message, limit, share);
      if (bytes.length > small) releases.push(await beginTurn());
      return bytes;
    };
    let body: Promise<Buffer> | undefined;
    return {
      read: (limit) => {
        requireUncompressed(message);
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

function requireUncompressed({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return;
  throw new Unsupported('a body may not be compressed');
}

const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > small;
