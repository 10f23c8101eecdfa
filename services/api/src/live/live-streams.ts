import { type Engine, Overloaded } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Config, type Logger, type Metrics, type RepeatedTask, repeat } from '@slipway/process';
import type { LiveStreams, StreamRequest } from '../dependencies/live-streams.ts';
import { TooManyRequests } from '../http/errors/errors.ts';
import { createPoller, type Poller } from './poller.ts';
import { createEventStream, type StreamEnd } from './stream.ts';
import { createWatchers, type Watcher, type Watchers } from './watchers.ts';

interface LiveStreamsDeps {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
  readonly config: Pick<Config, 'liveStreams' | 'liveStreamsPerUser'>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge' | 'streamEnded' | 'looked'>;
  /** how often a stream is sent something at least, in milliseconds */
  readonly commentMs?: number;
}

/** The interval of polls, in milliseconds. */
const intervalMs = 500;
const defaultCommentMs = 15_000;
const retryMs = 2_000;
/** Shorter than changes are stored: a client that reconnects receives the missed ones. */
const maxLifetimeMs = 240_000;

/** Adds jitter so that clients do not reconnect all at once. */
const withJitter = (ms: number): number => Math.round(ms * (0.5 + Math.random()));

const streamGauge = { name: 'slipway_event_streams', help: 'Open event streams' } as const;

/** Sends changes by any process to streams, with one poll every half second while a stream is open. */
export function createLiveStreams(liveDeps: LiveStreamsDeps): LiveStreams {
  const { database, engine, config, logger, metrics, commentMs = defaultCommentMs } = liveDeps;
  const watchers = createWatchers();
  const poller = createPoller({ database, engine, watchers, recordDuration: metrics.looked });
  const limiter = createStreamLimiter({ max: config.liveStreams, maxPerUser: config.liveStreamsPerUser });
  metrics.gauge(streamGauge, async () => limiter.count());
  const polling = startPolling(watchers, poller, logger);
  let isDraining = false;
  function acquireSlot(username: string): () => void {
    try {
      return limiter.acquire(username);
    } catch (error) {
      metrics.streamEnded('rejected');
      throw error;
    }
  }
  function open({ person, login, watched, after }: StreamRequest) {
    const username = person.username.toLowerCase();
    const releaseSlot = acquireSlot(username);
    const onEnd = (reason: StreamEnd): void => {
      watchers.remove(watcher);
      releaseSlot();
      metrics.streamEnded(reason);
    };
    const stream = createEventStream({ commentMs, retryMs, maxLifetimeMs: withJitter(maxLifetimeMs / 1.5), onEnd });
    const watcher: Watcher = { stream, watched, login, username, after, person, ...initialState };
    if (isDraining) stream.end('drained', withJitter(retryMs));
    else {
      watchers.add(watcher);
      polling.now();
    }
    return { bytes: stream.bytes, leave: () => stream.end('client_closed', 0) };
  }
  function drain(): void {
    isDraining = true;
    for (const { stream } of [...watchers.all]) stream.end('drained', withJitter(retryMs));
  }
  return {
    open,
    drain,
    stop: async () => {
      drain();
      await polling.stop();
    },
  };
}

/** Polls every half second while a stream is open. */
function startPolling(watchers: Watchers, { poll, reset }: Poller, logger: Logger): Pick<RepeatedTask, 'now' | 'stop'> {
  let repeating: RepeatedTask | null = null;
  let isFailing = false;
  async function pollIfWatched(): Promise<void> {
    if (watchers.all.size > 0) await poll();
    else {
      reset();
      void repeating?.stop();
      repeating = null;
    }
    isFailing = false;
  }
  function reportFailure(error: unknown): void {
    if (!isFailing) logger.warn({ error }, 'could not read changes for event streams; will retry');
    isFailing = true;
  }
  return {
    now: () => {
      repeating ??= repeat(intervalMs, pollIfWatched, reportFailure);
      repeating.now();
    },
    stop: async () => await repeating?.stop(),
  };
}

/** The state of a watcher before its first poll. */
const initialState = { isInitialized: false, grants: null, credentialVersion: undefined };

/** The maximum number of streams, in total and for each user. */
interface StreamLimits {
  readonly max: number;
  readonly maxPerUser: number;
}

/** Limits open streams. `acquire` returns the function that releases the slot. Throws TooManyRequests, Overloaded. */
function createStreamLimiter({ max, maxPerUser }: StreamLimits) {
  const countByUser = new Map<string, number>();
  let total = 0;
  return {
    count: (): number => total,
    acquire: (username: string): (() => void) => {
      const countOfUser = countByUser.get(username) ?? 0;
      if (countOfUser >= maxPerUser)
        throw new TooManyRequests(`one user may have ${maxPerUser} event streams at once`, 15);
      if (total >= max) throw new Overloaded('too many event streams at once, try again');
      countByUser.set(username, countOfUser + 1);
      total += 1;
      return () => {
        total -= 1;
        const remaining = (countByUser.get(username) ?? 0) - 1;
        if (remaining > 0) countByUser.set(username, remaining);
        else countByUser.delete(username);
      };
    },
  };
}
