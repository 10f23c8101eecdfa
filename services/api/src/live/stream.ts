import type { LiveEvent } from '@slipway/wire';

/** The reason for which a stream is closed. */
export type StreamEnd = 'client_closed' | 'drained' | 'max_age' | 'unauthenticated';

/** The queue of events for one client. */
export interface EventStream {
  /** Queues an event; of several events for one object, the latest one is sent. Ignored after the client has left. */
  tell(about: string, event: LiveEvent): void;
  /** All events that were queued so far cover this position. */
  seen(eventId: string): void;
  /** Ends the stream, once: the client reconnects after this number of milliseconds. */
  end(why: StreamEnd, retryMs: number): void;
  /** What is sent, until its end. */
  bytes(): AsyncGenerator<Buffer>;
}

interface Options {
  /** The maximum time without data, so that proxies keep the connection open. */
  readonly commentMs: number;
  readonly retryMs: number;
  /** The maximum lifetime; clients authenticate again on reconnect. */
  readonly longestMs: number;
  readonly onEnd: (why: StreamEnd) => void;
}

/** Holds what is not sent yet: at most one event about each thing that is watched. */
export function createEventStream({ commentMs, retryMs, longestMs, onEnd }: Options): EventStream {
  const pending = new Map<string, LiveEvent>();
  let eventId: string | null = null;
  let last: string | null = null;
  let wake = (): void => {};
  const old = setTimeout(() => stream.end('max_age', retryMs), longestMs);
  const take = (): string => {
    const texts = [...pending.values()].map((event) => `data: ${JSON.stringify(event)}\n`);
    pending.clear();
    // the id counts from the last event of what was seen at once
    return texts
      .map((text, nth) => `${nth < texts.length - 1 || eventId === null ? '' : `id: ${eventId}\n`}${text}\n`)
      .join('');
  };
  /** Whether something came within so long. */
  const within = async (ms: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), ms);
    return await promise.finally(() => clearTimeout(timer));
  };
  const stream: EventStream = {
    tell: (about, event) => {
      if (last === null) pending.set(about, event);
    },
    seen: (id) => {
      eventId = id;
      if (pending.size > 0) wake();
    },
    end: (why, ms) => {
      if (last !== null) return;
      clearTimeout(old);
      last = why === 'client_closed' ? '' : `retry: ${ms}\n\n`;
      onEnd(why);
      wake();
    },
    bytes: async function* () {
      yield Buffer.from(`retry: ${retryMs}\n: open\n\n`);
      while (last === null) {
        const text = take();
        if (text !== '') yield Buffer.from(text);
        else if (!(await within(commentMs))) yield Buffer.from(eventId === null ? ':\n\n' : `:\nid: ${eventId}\n\n`);
      }
      yield Buffer.from(take() + last);
    },
  };
  return stream;
}
