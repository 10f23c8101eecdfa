import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ByteBudget, oldestShare } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { TooLarge, UnsupportedMediaType } from '../errors/errors.ts';

/** The maximum bytes of a body: sufficient for a release of 2,000 tasks. */
const maxBodyBytes = 8 * 1024 * 1024;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** JSON, also as the envelope of an event. */
const jsonTypes = ['application/json', 'application/cloudevents+json'];

/**
 * The charset of a JSON body. A browser sends forms to other sites without a preflight, but never JSON: every other
 * type is rejected with UnsupportedMediaType.
 */
export function charsetOf({ headers }: IncomingMessage): string {
  const type = parseMediaType(headers['content-type'] ?? '');
  if (type === null || !jsonTypes.includes(type.essence)) throw new UnsupportedMediaType(message('body.jsonExpected'));
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new UnsupportedMediaType(message('body.compressed'));
  return type.params.get('charset') ?? 'utf-8';
}

function parseMediaType(contentType: string): MIMEType | null {
  try {
    return new MIMEType(contentType);
  } catch {
    return null;
  }
}

/**
 * All bytes of the body. Throws TooLarge as soon as there are more than `limit`, and the reason of a `share` whose body is
 * rejected. The rest of the body is then read and dropped: a client that is disconnected while it writes never reads the reason.
 */
export async function readBody(incoming: IncomingMessage, limit = maxBodyBytes, share?: BudgetShare): Promise<Buffer> {
  const refusal = () => new TooLarge(message('body.tooLarge', { max: limit }));
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw refusal();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (reason: unknown) => {
      incoming.off('data', onData);
      incoming.resume();
      chunks.length = 0;
      reject(reason);
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) stop(refusal());
      else share?.grow(chunk.length);
    };
    share?.signal.addEventListener('abort', () => stop(share.signal.reason), { once: true });
    incoming.on('data', onData);
    incoming.once('end', () => share?.complete());
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onCut = () => incoming.complete || reject(new Invalid(message('body.endedEarly')));
    incoming.once('error', onCut);
    incoming.once('close', onCut);
  });
}

/** The share of one body in a budget, until it is released. */
interface BudgetShare {
  /** aborted when the body is rejected */
  readonly signal: AbortSignal;
  grow(bytes: number): void;
  /** The body is complete, and is no longer rejected. */
  complete(): void;
  release(): void;
}

/** The limit in bytes for all bodies together. */
export interface MemoryBudget {
  open(): BudgetShare;
}

/**
 * A budget for bodies. Above it, the body that has been arriving for the longest time is rejected with Overloaded: a
 * slow client must not block fast ones.
 */
export function createMemoryBudget(bytes: number): MemoryBudget {
  const budget = new ByteBudget(bytes, oldestShare);
  return {
    open: () => {
      const control = new AbortController();
      const share = budget.open(() => control.abort(new Overloaded(message('webhook.tooManyDeliveries'))));
      return { signal: control.signal, grow: share.grow, complete: share.keep, release: share.release };
    },
  };
}
