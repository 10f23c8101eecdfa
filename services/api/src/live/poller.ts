import { randomUUID } from 'node:crypto';
import type { Engine } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { beginEpoch, type ChangeSet, type PlanChange, readChanges } from '@slipway/persistence/live';
import { broadcast } from './broadcast.ts';
import { indexChanges } from './notifications.ts';
import { earliestPosition, type Position, retentionMs } from './stream.ts';
import { subjectsOf, type Watcher, type Watchers } from './watchers.ts';

interface PollerDeps {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
  readonly watchers: Watchers;
  /** Receives the duration of a poll, in milliseconds. */
  readonly recordDuration: (ms: number) => void;
}

/** Polls for changes, and notifies the streams. */
export interface Poller {
  /** One poll, with its notifications. New streams receive the present state. */
  poll(): Promise<void>;
  /** The last stream has ended: the next poll starts without a position. */
  reset(): void;
}

/** Every this number of polls, all watched objects are read, changed or not, and all logins are validated. */
const pollsPerFullRead = 30;

/** Creates a poller. The poll after a failed one starts at the position of the last successful one. */
export function createPoller({ database, engine, watchers, recordDuration }: PollerDeps): Poller {
  let lastPosition: Position | null = null;
  let count = 0;

  async function readFor(readWatchers: Iterable<Watcher>, since: string | null): Promise<ChangeSet> {
    const startedAt = performance.now();
    const changeSet = await readChanges(database, { since, tasks: watchers.taskIds(), ...subjectsOf(readWatchers) });
    recordDuration(performance.now() - startedAt);
    return changeSet;
  }
  async function poll(): Promise<void> {
    const newWatchers = [...watchers.all].filter(({ isInitialized: hasBegun }) => !hasBegun);
    const backlog = await readBacklog(database, newWatchers);
    const previous = lastPosition;
    const isFullRead = previous === null || count % pollsPerFullRead === 0;
    count += 1;
    const firstRead = await readFor(isFullRead ? watchers.all : newWatchers, previous?.until ?? backlog.until);
    const isUncertain = previous !== null && mayHaveMissed(previous, firstRead);
    const changeSet = isUncertain && !isFullRead ? await readFor(watchers.all, previous.until) : firstRead;
    const position = {
      epoch: await ensureEpoch(database, changeSet),
      at: changeSet.at,
      until: changeSet.until,
      grants: changeSet.grants,
    };
    const pollResult = {
      indexed: indexChanges(changeSet),
      position,
      isFull: isFullRead || isUncertain,
      isUncertain,
      backlog: backlog.changes,
      newWatchers: new Set(newWatchers),
    };
    await broadcast(pollResult, { watchers, access: engine.access });
    lastPosition = position;
  }
  return {
    poll,
    reset: () => {
      lastPosition = null;
      count = 0;
    },
  };
}

/** The changes that reconnecting clients may have missed, and their end; null: unknown. */
interface Backlog {
  readonly changes: readonly PlanChange[] | null;
  readonly until: string | null;
}

/** Reads the changes for all reconnecting clients with one statement. */
async function readBacklog(database: Database, newWatchers: readonly Watcher[]): Promise<Backlog> {
  const after = newWatchers.flatMap((watcher) => watcher.after ?? []);
  if (after.length === 0) return { changes: null, until: null };
  return await readChanges(database, { since: earliestPosition(after), ...noSubjects });
}

async function ensureEpoch(database: Database, { era: epoch }: ChangeSet): Promise<string> {
  if (epoch !== null) return epoch;
  const name = randomUUID();
  await beginEpoch(database, name);
  return name;
}

const noSubjects = {
  tasks: [],
  always: { releases: [], tasks: [] },
  logins: { sessions: [], tokens: [], usernames: [] },
};

/** Whether changes may have been missed, or permissions may have changed. */
const mayHaveMissed = (previous: Position, { changes, era: epoch, at, grants }: ChangeSet): boolean =>
  changes === null || epoch !== previous.epoch || at - previous.at > retentionMs || grants !== previous.grants;
