import type { LiveEvent } from '@slipway/wire';

/** Why a stream has ended. */
export type StreamEnd = 'left' | 'drained' | 'old' | 'login';

/** The events of one client, from those who tell to the one who sends. */
export interface EventStream {
  /** Has the client told; of several events about one thing the last one is sent. Not for who has left. */
  tell(about: string, event: LiveEvent): void;
  /** Everything that was told so far has been seen up to here. */
  seen(eventId: string): void;
  /** Ends it, once: the client comes back after so many milliseconds. */
  end(why: StreamEnd, retryMs: number): void;
  /** What is sent, until its end. */
  bytes(): AsyncGenerator<Buffer>;
}

interface Options {
  /** how often something is sent at least, so that nobody on the way takes the connection for dead */
  readonly commentMs: number;
  readonly retryMs: number;
  /** after so long it ends, and whoever comes back proves anew who they are */
  readonly longestMs: number;
  readonly onEnd: (why: StreamEnd) => void;
}

/** Holds what is not sent yet: at most one event about each thing that is watched. */
export function createEventStream({ commentMs, retryMs, longestMs, onEnd }: Options): EventStream {
  const pending = new Map<string, LiveEvent>();
  let eventId: string | null = null;
  let last: string | null = null;
  let wake = (): void => {};
  const old = setTimeout(() => stream.end('old', retryMs), longestMs);
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
      last = why === 'left' ? '' : `retry: ${ms}\n\n`;
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
