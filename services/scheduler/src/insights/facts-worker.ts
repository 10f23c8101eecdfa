import {
  backfillFacts,
  buildNextMonth,
  checkAggregates,
  isFactsWorkDue,
  moveFactsOfFolders,
  processEndedReleases,
  readFactsProgress,
  rebuildIfRequested,
  recomputeDeployments,
} from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Logger, type Metrics, repeat } from '@slipway/process';
import type { RecordRuns } from './pipeline-metrics.ts';

export interface FactsWorkerOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge' | 'releaseFinished' | 'deployed'>;
  /** the zone of the days of reports */
  readonly zone: string;
  /** null: metrics of pipelines are off */
  readonly recordRuns: RecordRuns | null;
  /** the pause between two rounds */
  readonly intervalMs?: number;
}

const lagMetric = {
  name: 'slipway_insight_lag_seconds',
  help: 'Time since the oldest release ended whose numbers are not in insights',
} as const;
const mismatchMetric = {
  name: 'slipway_insight_mismatches',
  help: 'Days and months whose aggregates differed from their releases in the last check',
} as const;

/**
 * Computes the numbers of ended releases for insights: each second those of new ones, then some aggregates, and some
 * releases that ended before the upgrade. Several processes can run it at the same time: one of them does each piece of work.
 */
export function startFactsWorker({
  database,
  logger,
  metrics,
  zone,
  recordRuns,
  intervalMs = 1_000,
}: FactsWorkerOptions) {
  metrics.gauge(lagMetric, async () => (await readFactsProgress(database)).lagSeconds);
  metrics.gauge(mismatchMetric, async () => (await readFactsProgress(database)).mismatches);
  const work = async (): Promise<void> => {
    if (!(await isFactsWorkDue(database, zone))) return;
    const { added, deployments, hasMore } = await processEndedReleases(database, zone);
    for (const { release } of added) metrics.releaseFinished(release.status, durationOf(release));
    for (const { isProduction, failedAttempt } of deployments)
      metrics.deployed(isProduction ? 'production' : 'other', failedAttempt ? 'failed' : 'succeeded');
    await recordRuns?.(added);
    if (hasMore || (await moveFactsOfFolders(database))) return task.now();
    const rebuild = await rebuildIfRequested(database, zone);
    if (rebuild === 'finished') logger.info({ zone }, 'the aggregates of insights were rebuilt');
    if (rebuild !== 'idle' || (await backfillFacts(database, zone)) || (await recomputeDeployments(database)))
      return task.now();
    if (await buildNextMonth(database, zone)) return task.now();
    const mismatches = await checkAggregates(database);
    if (mismatches !== null && mismatches > 0)
      logger.error({ mismatches }, 'aggregates of insights differ from their releases; rebuild them');
  };
  const task = repeat(intervalMs, work, (error) =>
    logger.warn({ error }, 'the numbers of ended releases could not be computed; retrying'),
  );
  return task;
}

const durationOf = ({ startDate, endDate }: { readonly startDate: number | null; readonly endDate: number | null }) =>
  startDate === null || endDate === null ? null : endDate - startDate;
