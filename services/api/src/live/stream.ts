import type { LiveEvent } from '@slipway/api-schema/live';
import type { ResumePosition } from '../dependencies/live-streams.ts';

/** The reason for which a stream is closed. */
export type StreamEnd = 'client_closed' | 'drained' | 'max_age' | 'unauthenticated';

/** The queue of events for one client. */
export interface EventStream {
  /** Queues an event; of several events for one object, the latest one is sent. Ignored after the client has left. */
  enqueue(objectKey: string, event: LiveEvent): void;
  /** All events that were queued so far cover this position. */
  setPosition(eventId: string): void;
  /** Ends the stream, once: the client reconnects after this number of milliseconds. */
  end(reason: StreamEnd, retryMs: number): void;
  /** The sent bytes, until the end of the stream. */
  bytes(): AsyncGenerator<Buffer>;
}

interface EventStreamOptions {
  /** The maximum time without data, so that proxies keep the connection open. */
  readonly commentMs: number;
  readonly retryMs: number;
  /** The maximum lifetime; clients authenticate again on reconnect. */
  readonly maxLifetimeMs: number;
  readonly onEnd: (reason: StreamEnd) => void;
}

/** Queues unsent events: at most one for each watched object. */
export function createEventStream({ commentMs, retryMs, maxLifetimeMs, onEnd }: EventStreamOptions): EventStream {
  const pending = new Map<string, LiveEvent>();
  let eventId: string | null = null;
  let endText: string | null = null;
  let wake = (): void => {};
  const lifetimeTimer = setTimeout(() => stream.end('max_age', retryMs), maxLifetimeMs);
  const takePending = (): string => {
    const texts = [...pending.values()].map((event) => `data: ${JSON.stringify(event)}\n`);
    pending.clear();
    // The id belongs to the last event of one poll.
    return texts
      .map((text, index) => `${index < texts.length - 1 || eventId === null ? '' : `id: ${eventId}\n`}${text}\n`)
      .join('');
  };
  /** Whether an event was queued within this time. */
  const waitForEvent = async (ms: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), ms);
    return await promise.finally(() => clearTimeout(timer));
  };
  const stream: EventStream = {
    enqueue: (objectKey, event) => {
      if (endText === null) pending.set(objectKey, event);
    },
    setPosition: (id) => {
      eventId = id;
      if (pending.size > 0) wake();
    },
    end: (reason, ms) => {
      if (endText !== null) return;
      clearTimeout(lifetimeTimer);
      endText = reason === 'client_closed' ? '' : `retry: ${ms}\n\n`;
      onEnd(reason);
      wake();
    },
    bytes: async function* () {
      yield Buffer.from(`retry: ${retryMs}\n: open\n\n`);
      while (endText === null) {
        const text = takePending();
        if (text !== '') yield Buffer.from(text);
        else if (!(await waitForEvent(commentMs)))
          yield Buffer.from(eventId === null ? ':\n\n' : `:\nid: ${eventId}\n\n`);
      }
      yield Buffer.from(takePending() + endText);
    },
  };
  return stream;
}

/** The position up to which a stream has sent changes. */
export interface Position {
  /** identifies the change log of the database */
  readonly epoch: string;
  /** The time of the poll, in epoch milliseconds. */
  readonly at: number;
  /** The snapshot of the poll, as returned by `readChanges`. */
  readonly until: string;
  /** the version of all grants at the poll */
  readonly grants: number;
}

export const showEventId = ({ epoch, at, until, grants }: Position): string => `${epoch}_${at}_${until}_${grants}`;

const eventIdPattern = /^([\w-]{1,40})_(\d{1,15})_(\d{1,18}):\d{1,18}:[\d,]{0,4000}_(\d{1,15})$/;

/** Null for a text that is not an id of an event. */
export function readEventId(header: string | readonly string[] | undefined): ResumePosition | null {
  if (typeof header !== 'string') return null;
  const [, epoch, at, from, grants] = eventIdPattern.exec(header) ?? [];
  return epoch === undefined ? null : { epoch, at: Number(at), from: Number(from), grants: Number(grants) };
}

/** The minimum retention of changes, in milliseconds: maintenance deletes them after ten minutes. */
export const retentionMs = 300_000;

/** The earliest position, which includes the changes after each of these. */
export function earliestPosition(earlier: readonly ResumePosition[]): string {
  const from = Math.max(1, Math.min(...earlier.map((position) => position.from)));
  return `${from}:${from}:`;
}
