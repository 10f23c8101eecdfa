import { abortStale, archiveFinished, checkConsistency, type Engine } from '@slipway/engine';
import { deleteExpiredContents } from '@slipway/persistence/attachments';
import { deleteExpiredAudit } from '@slipway/persistence/audit';
import { deleteExpiredAgents } from '@slipway/persistence/containers';
import type { Connection, Database } from '@slipway/persistence/database';
import { countUnfinished } from '@slipway/persistence/flow';
import { beginConsistencyCheck, readLastConsistencyCheck, storeConsistencyCheck } from '@slipway/persistence/forecast';
import { deleteExpiredChanges } from '@slipway/persistence/live';
import { addArchiveMonths } from '@slipway/persistence/maintenance';
import {
  deleteExpiredAttempts,
  deleteExpiredDeliveries,
  deleteExpiredEntries,
  deleteExpiredEvents,
  deleteLostFollowed,
  maintainNotificationMonths,
  noteExpiringTokens,
} from '@slipway/persistence/notifications';
import {
  deleteExpiredInvitations,
  deleteExpiredPasswordResets,
  deleteExpiredSessions,
} from '@slipway/persistence/people';
import { deleteExpiredJournals } from '@slipway/persistence/scripts';
import { deleteExpiredTriggered } from '@slipway/persistence/triggers';
import { deleteExpiredReceivedEvents } from '@slipway/persistence/webhooks';
import type { Config, Logger, Metrics } from '@slipway/process';

/** Maintenance: archives releases, aborts stale releases, deletes expired data, and checks consistency. */
export interface Maintenance {
  /** Starts no further round, and waits for the current one, which stops after its current batch. */
  stop(): Promise<void>;
}

export interface MaintenanceOptions {
  readonly engine: Engine;
  readonly database: Database;
  readonly logger: Logger;
  readonly config: Pick<Config, 'archiveAfterDays' | 'abortStaleAfterDays' | 'auditKeepDays'>;
  readonly metrics: Pick<Metrics, 'gauge' | 'gauges'>;
  /** The time for which incomplete and unreferenced attachment contents are stored. */
  readonly contentGraceMs?: number;
  /** the pause between two rounds */
  readonly intervalMs?: number;
}

/** The result of the last check of any process; NaN without a check in the last five minutes. */
const findingsMetric = {
  name: 'slipway_consistency_findings',
  help: 'Stuck releases and triggers that the last consistency check found',
} as const;
const maxAgeMs = 300_000;

const unfinishedMetric = { name: 'slipway_releases', help: 'Unfinished releases by status', label: 'status' } as const;

/** The batch size and the duration of a round, as in the product family (rest-operations.md, Archiving). */
const batch = 20;
const maxDurationMs = 20_000;
/**
 * The maximum number of attachment contents for each statement, because a content can have 100 MB, and of statements
 * for each round. The next round checks the rest.
 */
const contentsPerStatement = 50;
const maxStatements = 20;
/** The maximum number of stale releases for each round, because each of them is a separate command. */
const maxStaleReleases = 100;

/**
 * Runs a round each minute. The first starts after a minute, when the scheduler has woken releases that became due
 * during a downtime. Several processes can run rounds at the same time: one of them does each piece of work.
 */
export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const { database, logger, metrics, intervalMs = 60_000 } = options;
  metrics.gauge(findingsMetric, async () => (await readLastConsistencyCheck(database, maxAgeMs)) ?? Number.NaN);
  metrics.gauges(unfinishedMetric, () => countUnfinished(database));
  const runCheck = async () => {
    // A little shorter than a round, so that the same process can run the next check too.
    if (!(await beginConsistencyCheck(database, intervalMs * 0.9))) return;
    const { ok, count, findings } = await checkConsistency(database);
    await storeConsistencyCheck(database, count);
    if (!ok)
      logger.error(
        { count, findings: findings.slice(0, 10) },
        'the consistency check found stuck releases or triggers',
      );
  };
  const stopping = new AbortController();
  const round = async (): Promise<void> => {
    for (const task of [archive, addMonths, abort, noteTokens, deleteExpired, runCheck]) {
      if (stopping.signal.aborted) return;
      await task(options, stopping.signal).catch((error: unknown) =>
        logger.warn({ error }, 'a maintenance task failed and will be retried'),
      );
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, intervalMs);
  };
  let running: Promise<void> = Promise.resolve();
  function start(): void {
    running = round();
  }
  let timer = setTimeout(start, intervalMs);
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function archive({ database, config, logger }: MaintenanceOptions, signal: AbortSignal): Promise<void> {
  const result = await archiveFinished(database, config.archiveAfterDays, { batchSize: batch, maxDurationMs, signal });
  if (result.archived + result.deleted > 0) logger.info(result, 'finished releases were archived or deleted');
}

/** Creates partitions in advance, and drops expired ones. Without them, rows are stored in the default partition. */
async function addMonths({ database }: MaintenanceOptions): Promise<void> {
  await addArchiveMonths(database);
  await maintainNotificationMonths(database);
}

/** Writes events for tokens that expire soon. */
async function noteTokens({ database }: MaintenanceOptions): Promise<void> {
  await noteExpiringTokens(database);
}

async function abort({ engine, database, config, logger }: MaintenanceOptions): Promise<void> {
  if (config.abortStaleAfterDays === undefined) return;
  const aborted = await abortStale(engine, database, config.abortStaleAfterDays, maxStaleReleases);
  if (aborted > 0) logger.info({ aborted }, 'stale releases were aborted');
}

const rowsPerStatement = 500;

/**
 * Deletes expired data: received events, runs of triggers, journals of scripts, sessions, invitations, links for
 * new passwords, changes for event streams, entries of inboxes, events, followed objects, agents, and entries of the audit log.
 */
async function deleteExpired(
  { database, config, contentGraceMs = 600_000 }: MaintenanceOptions,
  signal: AbortSignal,
): Promise<void> {
  for (let statement = 0; statement < maxStatements && !signal.aborted; statement += 1) {
    await deleteExpiredContents(database, contentGraceMs, contentsPerStatement);
  }
  const deleteAuditLines = (connection: Connection, limit: number) =>
    deleteExpiredAudit(connection, config.auditKeepDays, limit);
  for (const deleteSome of [
    deleteExpiredReceivedEvents,
    deleteExpiredTriggered,
    deleteExpiredJournals,
    deleteExpiredSessions,
    deleteExpiredInvitations,
    deleteExpiredPasswordResets,
    deleteExpiredChanges,
    deleteExpiredAttempts,
    deleteExpiredDeliveries,
    deleteExpiredEntries,
    deleteExpiredEvents,
    deleteLostFollowed,
    deleteExpiredAgents,
    deleteAuditLines,
  ]) {
    const end = performance.now() + maxDurationMs;
    let deleted = rowsPerStatement;
    while (deleted === rowsPerStatement && !signal.aborted && performance.now() < end) {
      deleted = await deleteSome(database, rowsPerStatement);
    }
  }
}
