import type { IncomingHttpHeaders } from 'node:http';
import { readDate } from '@slipway/domain';
import type { Database, Replica } from '@slipway/persistence';
import { newCalendarCache } from '@slipway/resources';
import { LRUCache } from 'lru-cache';
import { type AnswerCaches, createAnswerCaches } from './answer-caches.ts';

/** What of a process differs by where it reads. */
interface Read {
  readonly database: Database;
  readonly caches: AnswerCaches;
  readonly calendar: ReturnType<typeof newCalendarCache>;
}

/** Where one request reads, and how many milliseconds behind that may be; null: it is the primary. */
interface Chosen<D> {
  readonly deps: D;
  readonly lagMs: number | null;
}

/** Chooses for reads that may be a little behind between the primary and its replica. */
export interface Reading {
  choose<D extends Read>(deps: D, username: string, headers: IncomingHttpHeaders): Chosen<D>;
  /** The user has changed data here, or may have: their reads must include it from now on. */
  changed(username: string): void;
  /** The time of the primary, as clients may ask to read after it; null where there is no replica. */
  now(): string | null;
}

/** Of more people who change something at one time, all are taken for one. */
const mostPeople = 10_000;

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/** The time in a client's header after which its reads must be; null if absent or invalid. */
function wantedAfter(header: string | readonly string[] | undefined): number | null {
  if (typeof header !== 'string' || !isInstant.test(header)) return null;
  return readDate(header);
}

/** Without a replica everything is read from the primary. */
const fromPrimary: Reading = { choose: (deps) => ({ deps, lagMs: null }), changed: () => {}, now: () => null };

/**
 * Reads use a replica while its lag is small, for users without a change in this process that the replica lacks. Its
 * cache is separate, because its responses may be older.
 */
export function createReading(replica: Replica | undefined): Reading {
  if (replica === undefined) return fromPrimary;
  let forgotten: number | null = null;
  const last = new LRUCache<string, number>({
    max: mostPeople,
    dispose: (at, _, why) => {
      if (why === 'evict') forgotten = at;
    },
  });
  const apart = { caches: createAnswerCaches(), calendar: newCalendarCache() };
  return {
    now: () => {
      const now = replica.now();
      return now === null ? null : new Date(now).toISOString();
    },
    changed: (username) => void last.set(username, performance.now()),
    choose: (deps, username, headers) => {
      const since = last.get(username) ?? forgotten;
      const picked = replica.pick({ since, after: wantedAfter(headers['slipway-read-after']) });
      if (picked === null) return { deps, lagMs: null };
      return { deps: { ...deps, ...apart, database: picked.database }, lagMs: picked.lagMs };
    },
  };
}
