import type { Engine } from '@slipway/engine';
import type { Database } from '@slipway/persistence';
import { type Config, type Logger, type Metrics, type Repeating, repeat } from '@slipway/runtime';
import type { Live, Opening } from '../context/watching.ts';
import { createLooks, type Looks } from './looks.ts';
import { createEventStream, type StreamEnd } from './stream.ts';
import { streamPlaces } from './stream-places.ts';
import { createWatchers, type Watcher, type Watchers } from './watchers.ts';

interface Given {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
  readonly config: Pick<Config, 'liveStreams' | 'liveStreamsPerUser'>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge' | 'streamEnded' | 'looked'>;
  /** how often a stream is sent something at least, in milliseconds */
  readonly commentMs?: number;
}

/** From one look to the next, in milliseconds. */
const everyMs = 500;
const usualCommentMs = 15_000;
const retryMs = 2_000;
/** Shorter than changes are stored: a client that reconnects receives the missed ones. */
const longestMs = 240_000;

/** Adds jitter so that clients do not reconnect all at once. */
const spread = (ms: number): number => Math.round(ms * (0.5 + Math.random()));

const figure = { name: 'slipway_event_streams', help: 'Open event streams' } as const;

/** Sends changes by any process to streams, with one poll every half second while a stream is open. */
export function createLive(given: Given): Live {
  const { database, engine, config, logger, metrics, commentMs = usualCommentMs } = given;
  const watchers = createWatchers();
  const looks = createLooks({ database, engine, watchers, looked: metrics.looked });
  const places = streamPlaces({ most: config.liveStreams, ofOne: config.liveStreamsPerUser });
  metrics.gauge(figure, async () => places.count());
  const pace = looking(watchers, looks, logger);
  let isDraining = false;
  function place(username: string): () => void {
    try {
      return places.enter(username);
    } catch (error) {
      metrics.streamEnded('rejected');
      throw error;
    }
  }
  function open({ person, login, watched, after }: Opening) {
    const username = person.username.toLowerCase();
    const leavePlace = place(username);
    const onEnd = (why: StreamEnd): void => {
      watchers.remove(watcher);
      leavePlace();
      metrics.streamEnded(why);
    };
    const stream = createEventStream({ commentMs, retryMs, longestMs: spread(longestMs / 1.5), onEnd });
    const watcher: Watcher = { stream, watched, login, username, after, person, ...unknown };
    if (isDraining) stream.end('drained', spread(retryMs));
    else {
      watchers.add(watcher);
      pace.now();
    }
    return { bytes: stream.bytes, leave: () => stream.end('client_closed', 0) };
  }
  function drain(): void {
    isDraining = true;
    for (const { stream } of [...watchers.all]) stream.end('drained', spread(retryMs));
  }
  return {
    open,
    drain,
    stop: async () => {
      drain();
      await pace.stop();
    },
  };
}

/** Polls every half second while a stream is open. */
function looking(watchers: Watchers, { look, forget }: Looks, logger: Logger): Pick<Repeating, 'now' | 'stop'> {
  let repeating: Repeating | null = null;
  let isFailing = false;
  async function pass(): Promise<void> {
    if (watchers.all.size > 0) await look();
    else {
      forget();
      void repeating?.stop();
      repeating = null;
    }
    isFailing = false;
  }
  function report(error: unknown): void {
    if (!isFailing) logger.warn({ error }, 'could not read changes for event streams; will retry');
    isFailing = true;
  }
  return {
    now: () => {
      repeating ??= repeat(everyMs, pass, report);
      repeating.now();
    },
    stop: async () => await repeating?.stop(),
  };
}

/** What the first look finds out of a watcher. */
const unknown = { hasBegun: false, grants: null, credentialVersion: undefined };
