import { Semaphore } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
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
  /** the maximum time between two events or comments of a stream, in milliseconds */
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
  const slots = new Semaphore({ max: config.liveStreams, maxPerKey: config.liveStreamsPerUser });
  metrics.gauge(streamGauge, async () => slots.inUse);
  const polling = startPolling(watchers, poller, logger);
  let isDraining = false;
  function acquireSlot(username: string): () => void {
    const isUserFull = slots.held(username) >= config.liveStreamsPerUser;
    const release = slots.tryAcquire(username);
    if (release !== null) return release;
    metrics.streamEnded('rejected');
    if (!isUserFull) throw new Overloaded(message('live.tooManyStreams'));
    throw new TooManyRequests(message('live.tooManyStreamsOfUser', { max: config.liveStreamsPerUser }), 15);
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
