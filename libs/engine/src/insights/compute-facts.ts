import type { EndedRelease } from '@slipway/domain/insights';
import type { Connection, Database } from '@slipway/persistence/database';
import {
  advanceBackfill,
  advanceRebuild,
  buildMonth,
  compareAggregates,
  countBackfill,
  deleteFacts,
  type InsightLag,
  type InsightState,
  insertFacts,
  nextMonth,
  queueMissingFacts,
  readBackfillPage,
  readEndedReleases,
  readInsightLag,
  readInsightState,
  removePending,
  takePending,
  tryLockFacts,
} from '@slipway/persistence/insights';

/** The maximum number of releases for each transaction. */
const pendingBatch = 500;
const backfillBatch = 200;
/** Releases are read in small groups, because each can have thousands of tasks. */
const readBatch = 25;

async function computeFacts(
  connection: Connection,
  ids: readonly string[],
  zone: string,
): Promise<readonly EndedRelease[]> {
  const added: EndedRelease[] = [];
  for (let first = 0; first < ids.length; first += readBatch) {
    const ended = await readEndedReleases(connection, ids.slice(first, first + readBatch));
    added.push(...(await insertFacts(connection, ended, zone)));
  }
  return added;
}

/** The result of a round. */
export interface FactsRound {
  /** The releases whose facts were added. */
  readonly added: readonly EndedRelease[];
  /** Whether the outbox may contain more releases. */
  readonly hasMore: boolean;
}

const nothing: FactsRound = { added: [], hasMore: false };

/**
 * Computes the facts of ended releases in the outbox, and removes those of deleted releases, in one transaction. The
 * days of the aggregates are in this zone.
 */
export async function processEndedReleases(database: Database, zone: string): Promise<FactsRound> {
  if ((await readInsightLag(database)).pending === 0) return nothing;
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return nothing;
    const pending = await takePending(connection, pendingBatch);
    const [deleted, ended] = [pending.filter((each) => each.deleted), pending.filter((each) => !each.deleted)];
    await deleteFacts(
      connection,
      deleted.map(({ id }) => id),
    );
    const added = await computeFacts(
      connection,
      ended.map(({ id }) => id),
      zone,
    );
    await removePending(
      connection,
      pending.map(({ id }) => id),
    );
    return { added, hasMore: pending.length === pendingBatch };
  });
}

/**
 * Computes the facts of the next releases that ended before the upgrade, newest first. At the end, it queues releases
 * that a process of the previous version ended. Returns whether there are more.
 */
export async function backfillFacts(database: Database, zone: string): Promise<boolean> {
  if ((await readInsightState(database)).backfillFinished) return false;
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return false;
    const state = await readInsightState(connection);
    if (state.backfillTotal === null) await countBackfill(connection);
    const page = await readBackfillPage(connection, state, backfillBatch);
    await computeFacts(connection, page.ids, zone);
    const isFinished = page.ids.length < backfillBatch;
    await advanceBackfill(connection, page, isFinished);
    if (isFinished) await queueMissingFacts(connection);
    return !isFinished;
  });
}

/** Whether a job has more work, has just ended, or has nothing to do. */
export type JobState = 'idle' | 'working' | 'finished';

/**
 * Computes the next aggregates again if a rebuild was requested, or if the zone of reports has changed. Another process
 * continues an interrupted rebuild.
 */
export async function rebuildIfRequested(database: Database, zone: string): Promise<JobState> {
  const isDue = (state: InsightState): boolean => state.rebuildRequested || state.rebuildRunning || state.zone !== zone;
  if (!isDue(await readInsightState(database))) return 'idle';
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return 'idle';
    const state = await readInsightState(connection);
    if (!isDue(state)) return 'idle';
    const reason = { isRequested: state.rebuildRequested, hasZone: state.zone === zone };
    return (await advanceRebuild(connection, zone, reason)) ? 'finished' : 'working';
  });
}

/** Computes some aggregates of the newest month without all of them, after its end. Returns whether there was one. */
export async function buildNextMonth(database: Database, zone: string): Promise<boolean> {
  if ((await nextMonth(database, zone)) === null) return false;
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return false;
    const month = await nextMonth(connection, zone);
    if (month !== null) await buildMonth(connection, month, zone);
    return month !== null;
  });
}

const checkIntervalMs = 86_400_000;

/**
 * Compares facts and aggregates once a day. Returns the number of days and months with differences; null: no check was due, or
 * another process changes facts.
 */
export async function checkAggregates(database: Database, intervalMs = checkIntervalMs): Promise<number | null> {
  const { checkedAt } = await readInsightState(database);
  if (checkedAt > Date.now() - intervalMs) return null;
  return await database.transaction(async (connection) =>
    (await tryLockFacts(connection)) ? await compareAggregates(connection, intervalMs) : null,
  );
}

/** The progress of the computation of facts. */
export interface FactsProgress extends InsightLag {
  readonly mismatches: number;
  readonly backfill: Pick<InsightState, 'backfillFinished' | 'backfillDone' | 'backfillTotal' | 'backfillEnd'>;
}

/** Reads the progress of the computation of facts. */
export async function readFactsProgress(database: Connection): Promise<FactsProgress> {
  const [lag, backfill] = [await readInsightLag(database), await readInsightState(database)];
  return { ...lag, mismatches: backfill.mismatches, backfill };
}
