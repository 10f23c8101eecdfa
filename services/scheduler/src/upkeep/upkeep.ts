import { abortStale, archiveFinished, checkConsistency, type Engine } from '@slipway/engine';
import {
  addArchiveMonths,
  beginConsistencyLook,
  type Connection,
  countUnfinished,
  type Database,
  forgetAudit,
  forgetChanges,
  forgetContents,
  forgetJournals,
  forgetReceivedEvents,
  forgetSessions,
  forgetTriggered,
  lastConsistencyLook,
  storeConsistencyLook,
} from '@slipway/persistence';
import type { Config, Logger, Metrics } from '@slipway/runtime';

/** Maintenance: archives, aborts stale releases, deletes expired data, and checks consistency. */
export interface Upkeep {
  /** Begins no other round and waits for the one that runs, which stops between two batches. */
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  readonly engine: Engine;
  readonly database: Database;
  readonly logger: Logger;
  readonly config: Pick<Config, 'archiveAfterDays' | 'abortStaleAfterDays' | 'auditKeepDays'>;
  readonly metrics: Pick<Metrics, 'gauge' | 'gauges'>;
  /** The time for which incomplete and unreferenced contents of attachments are kept. */
  readonly contentGraceMs?: number;
  /** from the end of one round to the start of the next */
  readonly everyMs?: number;
}

/** The result of the last check by any process; NaN if there is none of the last five minutes. */
const findingsFigure = {
  name: 'slipway_consistency_findings',
  help: 'Stuck releases and triggers that the last consistency check found',
} as const;
const newForMs = 300_000;

const unfinishedFigure = { name: 'slipway_releases', help: 'Unfinished releases by status', label: 'status' } as const;

/** The pages and the time of a round as the product family has them (rest-operations.md, Archiving). */
const batch = 20;
const longestMs = 20_000;
/**
 * The number of contents of attachments that one statement checks, which may be 100 MB each, and of statements in a
 * round: the next round continues from there.
 */
const contentsAtOnce = 50;
const mostLooks = 20;
/** Each is one input of its own: a minute's share. */
const mostStale = 100;

/**
 * Does a round every minute, the first after a minute, when what fell due while nothing ran has been woken. Any number
 * of processes may; each piece of work is done by one of them.
 */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const { database, logger, metrics, everyMs = 60_000 } = options;
  metrics.gauge(findingsFigure, async () => (await lastConsistencyLook(database, newForMs)) ?? Number.NaN);
  metrics.gauges(unfinishedFigure, () => countUnfinished(database));
  const check = async () => {
    // A round is never shorter than this, so that the process of the latest check may check again.
    if (!(await beginConsistencyLook(database, everyMs * 0.9))) return;
    const { ok, count, findings } = await checkConsistency(database);
    await storeConsistencyLook(database, count);
    if (!ok)
      logger.error(
        { count, findings: findings.slice(0, 10) },
        'the consistency check found stuck releases or triggers',
      );
  };
  const stopping = new AbortController();
  const round = async (): Promise<void> => {
    for (const work of [archive, addMonths, abort, forget, check]) {
      if (stopping.signal.aborted) return;
      await work(options, stopping.signal).catch((error: unknown) =>
        logger.warn({ error }, 'a part of the upkeep has failed and will be tried again'),
      );
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, everyMs);
  };
  let running: Promise<void> = Promise.resolve();
  function start(): void {
    running = round();
  }
  let timer = setTimeout(start, everyMs);
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function archive({ database, config, logger }: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const done = await archiveFinished(database, config.archiveAfterDays, { batch, longestMs, signal });
  if (done.archived + done.deleted > 0) logger.info(done, 'finished releases were put away');
}

/** In advance: without partitions, archived rows are in the default one. */
const addMonths = ({ database }: UpkeepOptions): Promise<void> => addArchiveMonths(database);

async function abort({ engine, database, config, logger }: UpkeepOptions): Promise<void> {
  if (config.abortStaleAfterDays === undefined) return;
  const aborted = await abortStale(engine, database, config.abortStaleAfterDays, mostStale);
  if (aborted > 0) logger.info({ aborted }, 'stale releases were aborted');
}

const forgottenAtOnce = 500;

/**
 * Expired data: received events, runs of triggers, journals of scripts, sessions, changes for event streams, and the
 * audit log.
 */
async function forget(
  { database, config, contentGraceMs = 600_000 }: UpkeepOptions,
  signal: AbortSignal,
): Promise<void> {
  for (let looks = 0; looks < mostLooks && !signal.aborted; looks += 1) {
    await forgetContents(database, contentGraceMs, contentsAtOnce);
  }
  const lines = (within: Connection, most: number) => forgetAudit(within, config.auditKeepDays, most);
  for (const some of [forgetReceivedEvents, forgetTriggered, forgetJournals, forgetSessions, forgetChanges, lines]) {
    const end = performance.now() + longestMs;
    let forgotten = forgottenAtOnce;
    while (forgotten === forgottenAtOnce && !signal.aborted && performance.now() < end) {
      forgotten = await some(database, forgottenAtOnce);
    }
  }
}
