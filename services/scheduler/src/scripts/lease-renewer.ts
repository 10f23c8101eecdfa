import type { Instant } from '@slipway/domain/model';
import { findAwaitedRuns } from '@slipway/persistence/scripts';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

/** The signals that abort a run. */
export interface Cancellation {
  /** Aborted when the run is canceled. */
  readonly canceled: AbortSignal;
  /** aborted when this process stops */
  readonly stopping: AbortSignal;
  /** aborted with either of them */
  readonly signal: AbortSignal;
  end(): void;
}

/** Renews the leases of the runs in a process. */
export interface LeaseRenewer {
  begin(run: ClaimedRun): Cancellation;
  stop(): Promise<void>;
}

interface WatchedRun {
  readonly run: ClaimedRun;
  readonly canceled: AbortController;
  /** the time of the next renewal, early enough for a retry before the lease expires */
  renewAt: Instant;
}

/**
 * Checks each second whether releases still wait for their runs, because any process can abort a task. Renews the lease
 * of a run that takes longer than half of it.
 */
export function startLeaseRenewer(
  { database, engine, logger }: Pick<ScriptContext, 'database' | 'engine' | 'logger'>,
  leaseMs: number,
  stopping: AbortSignal,
): LeaseRenewer {
  const watchedRuns = new Set<WatchedRun>();

  async function renew(watchedRun: WatchedRun): Promise<void> {
    const { run } = watchedRun;
    const { view, script, lease } = run;
    const leaseUntil = Math.round(run.clock()) + leaseMs;
    watchedRun.renewAt = leaseUntil - leaseMs / 2;
    // First: concurrent writes use the later lease.
    lease.until = leaseUntil;
    const fact = { type: 'scriptLeaseRenewed', runId: script.id, attempt: script.attempt, leaseUntil } as const;
    const { outcome } = await engine.dispatch(view.release.id, { kind: 'fact', fact });
    if (outcome === null) watchedRun.canceled.abort(new Error('another attempt has begun'));
  }

  async function checkRuns(): Promise<void> {
    const all = [...watchedRuns];
    if (all.length === 0) return;
    const runs = all.map(({ run }) => ({ releaseId: run.view.release.id, runId: run.script.id }));
    const awaitedRuns = await findAwaitedRuns(database, runs);
    for (const watchedRun of all) {
      const isAwaited = awaitedRuns.has(watchedRun.run.script.id);
      if (!isAwaited) watchedRun.canceled.abort(new Error('the run is no longer needed'));
      else if (watchedRuns.has(watchedRun) && watchedRun.run.clock() >= watchedRun.renewAt) await renew(watchedRun);
    }
  }

  const polling: RepeatedTask = repeat(1_000, checkRuns, (error) =>
    logger.warn({ error }, 'could not check whether scripts are still required; will retry'),
  );
  return {
    begin(run) {
      const canceled = new AbortController();
      const watchedRun = { run, canceled, renewAt: run.lease.until - leaseMs / 2 };
      watchedRuns.add(watchedRun);
      const signal = AbortSignal.any([stopping, canceled.signal]);
      return { canceled: canceled.signal, stopping, signal, end: () => watchedRuns.delete(watchedRun) };
    },
    stop: polling.stop,
  };
}
