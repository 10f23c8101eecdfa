import type { IncomingHttpHeaders } from 'node:http';
import { newCalendarCache } from '@slipway/application/model';
import { readDate } from '@slipway/domain/model';
import type { Database, Replica } from '@slipway/persistence/database';
import { LRUCache } from 'lru-cache';
import { type AnswerCaches, createAnswerCaches } from './answer-caches.ts';

/** The dependencies that differ between the primary and the replica. */
interface ReadSource {
  readonly database: Database;
  readonly caches: AnswerCaches;
  readonly calendar: ReturnType<typeof newCalendarCache>;
}

/** The database of one request, and its maximum lag in milliseconds; null for the primary. */
interface RoutedRead<D> {
  readonly deps: D;
  readonly lagMs: number | null;
}

/** Chooses between the primary and its replica for reads that accept a small delay. */
export interface ReplicaRouter {
  route<D extends ReadSource>(deps: D, username: string, headers: IncomingHttpHeaders): RoutedRead<D>;
  /** Records that the user has changed data in this process, or may have: later reads of the user must include the change. */
  recordWrite(username: string): void;
  /** The time of the primary, which clients can send to read later data; null without a replica. */
  now(): string | null;
}

/** With more users who change data at the same time, all users count as one. */
const maxUsers = 10_000;

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/** The time in the header of a client: its reads must include all changes before it. Null if absent or invalid. */
function readAfterTime(header: string | readonly string[] | undefined): number | null {
  if (typeof header !== 'string' || !instantPattern.test(header)) return null;
  return readDate(header);
}

/** Without a replica everything is read from the primary. */
const primaryOnly: ReplicaRouter = { route: (deps) => ({ deps, lagMs: null }), recordWrite: () => {}, now: () => null };

/**
 * Reads use a replica while its lag is small, for users without a change in this process that the replica lacks. Its
 * cache is separate, because its responses may be older.
 */
export function createReplicaRouter(replica: Replica | undefined): ReplicaRouter {
  if (replica === undefined) return primaryOnly;
  let lastEvictedWrite: number | null = null;
  const lastWrites = new LRUCache<string, number>({
    max: maxUsers,
    dispose: (at, _, reason) => {
      if (reason === 'evict') lastEvictedWrite = at;
    },
  });
  const replicaCaches = { caches: createAnswerCaches(), calendar: newCalendarCache() };
  return {
    now: () => {
      const now = replica.now();
      return now === null ? null : new Date(now).toISOString();
    },
    recordWrite: (username) => void lastWrites.set(username, performance.now()),
    route: (deps, username, headers) => {
      const since = lastWrites.get(username) ?? lastEvictedWrite;
      const selected = replica.pick({ since, after: readAfterTime(headers['slipway-read-after']) });
      if (selected === null) return { deps, lagMs: null };
      return { deps: { ...deps, ...replicaCaches, database: selected.database }, lagMs: selected.lagMs };
    },
  };
}
