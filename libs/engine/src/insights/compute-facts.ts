import type { EndedRelease } from '@slipway/domain/insights';
import type { Connection, Database } from '@slipway/persistence/database';
import {
  advanceBackfill,
  advanceDeployments,
  advanceRebuild,
  buildMonth,
  compareAggregates,
  countBackfill,
  deleteDeployments,
  deleteFacts,
  hasMovedFolder,
  type InsightLag,
  type InsightState,
  insertDeployments,
  insertFacts,
  isInsightWorkDue,
  moveDeployments,
  moveFacts,
  nextMonth,
  queueMissingFacts,
  type ReleaseDeployment,
  readBackfillPage,
  readDeploymentsPage,
  readEndedReleases,
  readInsightLag,
  readInsightState,
  removePending,
  replaceDeployments,
  requestDeployments,
  takePending,
  tryLockFacts,
  writeDeploymentEvents,
} from '@slipway/persistence/insights';

/** The maximum number of releases for each transaction. */
const pendingBatch = 500;
const backfillBatch = 200;
/** Releases are read in small groups, because each can have thousands of tasks. */
const readBatch = 25;

/** Reads ended releases in small groups. */
async function* readInBatches(connection: Connection, ids: readonly string[]): AsyncGenerator<readonly EndedRelease[]> {
  for (let first = 0; first < ids.length; first += readBatch)
    yield await readEndedReleases(connection, ids.slice(first, first + readBatch));
}

/** The added facts. */
interface AddedFacts {
  /** The releases whose facts were added. */
  readonly added: readonly EndedRelease[];
  /** The deployments among them. */
  readonly deployments: readonly ReleaseDeployment[];
}

async function computeFacts(connection: Connection, ids: readonly string[], zone: string): Promise<AddedFacts> {
  const all: EndedRelease[] = [];
  const deployments: ReleaseDeployment[] = [];
  for await (const ended of readInBatches(connection, ids)) {
    const added = await insertFacts(connection, ended, zone);
    all.push(...added);
    deployments.push(...(await insertDeployments(connection, added)));
  }
  return { added: all, deployments };
}

/** The result of a round. */
export interface FactsRound extends AddedFacts {
  /** Whether the outbox may contain more releases. */
  readonly hasMore: boolean;
}

const nothing: FactsRound = { added: [], deployments: [], hasMore: false };

/**
 * Computes the facts of ended releases in the outbox, and removes those of deleted releases, in one transaction, which
 * also writes the events of new deployments. The days of the aggregates are in this zone.
 */
export async function processEndedReleases(database: Database, zone: string): Promise<FactsRound> {
  if ((await readInsightLag(database)).pending === 0) return nothing;
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return nothing;
    const pending = await takePending(connection, pendingBatch);
    const [deleted, ended] = [pending.filter((each) => each.deleted), pending.filter((each) => !each.deleted)];
    const deletedIds = deleted.map(({ id }) => id);
    await deleteFacts(connection, deletedIds);
    await deleteDeployments(connection, deletedIds);
    const facts = await computeFacts(
      connection,
      ended.map(({ id }) => id),
      zone,
    );
    await writeDeploymentEvents(connection, facts.deployments);
    await removePending(
      connection,
      pending.map(({ id }) => id),
    );
    return { ...facts, hasMore: pending.length === pendingBatch };
  }, 'batch');
}

/** Moves some facts of deleted folders to their parent folders. Returns whether there can be more. */
export async function moveFactsOfFolders(database: Database): Promise<boolean> {
  if (!(await hasMovedFolder(database))) return false;
  return await database.transaction(async (connection) => {
    const isLocked = await tryLockFacts(connection);
    const folder = isLocked ? await moveFacts(connection, pendingBatch) : null;
    if (folder !== null) await moveDeployments(connection, folder);
    return isLocked;
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
    if (isFinished) {
      await queueMissingFacts(connection);
      await requestDeployments(connection);
    }
    return !isFinished;
  });
}

/**
 * Computes the deployments of the next releases again by the current settings, oldest first, if that was requested.
 * Releases whose month of the archive was dropped keep theirs. Returns whether there are more.
 */
export async function recomputeDeployments(database: Database): Promise<boolean> {
  if ((await readInsightState(database)).deploymentsEnd === null) return false;
  return await database.transaction(async (connection) => {
    if (!(await tryLockFacts(connection))) return false;
    const { deploymentsEnd: endedAt, deploymentsId: id } = await readInsightState(connection);
    if (endedAt === null) return false;
    const page = await readDeploymentsPage(connection, { endedAt, id }, backfillBatch);
    for await (const ended of readInBatches(connection, page.ids)) {
      const byEnd = ended.toSorted((a, b) => (a.release.endDate ?? 0) - (b.release.endDate ?? 0));
      await replaceDeployments(connection, byEnd);
    }
    const isFinished = page.ids.length < backfillBatch;
    await advanceDeployments(connection, isFinished ? null : page.last);
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
 * Compares facts and aggregates once a day. Returns the number of days and months with differences; null: no check was
 * due, or another process changes facts.
 */
export async function checkAggregates(database: Database, intervalMs = checkIntervalMs): Promise<number | null> {
  const { checkedAt } = await readInsightState(database);
  if (checkedAt > Date.now() - intervalMs) return null;
  return await database.transaction(async (connection) =>
    (await tryLockFacts(connection)) ? await compareAggregates(connection, intervalMs) : null,
  );
}

/** Whether a job for facts has work. One statement, because a worker reads it each second. */
export const isFactsWorkDue = (database: Database, zone: string): Promise<boolean> =>
  isInsightWorkDue(database, zone, checkIntervalMs);

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
