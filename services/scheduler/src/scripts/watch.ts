import type { Instant } from '@slipway/domain';
import { awaitedAmong } from '@slipway/persistence';
import { type Repeating, repeat } from '@slipway/runtime';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

/** Ends with the interest in the result of a script. */
export interface Wanted {
  /** Aborted when the run is canceled. */
  readonly unwanted: AbortSignal;
  /** aborted when this process stops */
  readonly stopping: AbortSignal;
  /** either */
  readonly signal: AbortSignal;
  end(): void;
}

/** Looks after the runs of a process. */
export interface Watch {
  begin(run: ClaimedRun): Wanted;
  stop(): Promise<void>;
}

interface Watched {
  readonly run: ClaimedRun;
  readonly unwanted: AbortController;
  /** where a lease is renewed, so that one that fails is tried again before it is over */
  renewAt: Instant;
}

/**
 * Checks each second whether releases still wait for their runs: any process may abort a task. A run that takes longer
 * than half of its lease renews it.
 */
export function startWatch(
  { database, engine, logger }: Pick<ScriptContext, 'database' | 'engine' | 'logger'>,
  leaseMs: number,
  stopping: AbortSignal,
): Watch {
  const watched = new Set<Watched>();

  async function renew(one: Watched): Promise<void> {
    const { run } = one;
    const { view, script, lease } = run;
    const leaseUntil = Math.round(run.clock()) + leaseMs;
    one.renewAt = leaseUntil - leaseMs / 2;
    // First: concurrent writes use the later lease.
    lease.until = leaseUntil;
    const fact = { type: 'scriptGoesOn', runId: script.id, attempt: script.attempt, leaseUntil } as const;
    const { outcome } = await engine.dispatch(view.release.id, { kind: 'fact', fact });
    if (outcome === null) one.unwanted.abort(new Error('another attempt has begun'));
  }

  async function look(): Promise<void> {
    const all = [...watched];
    if (all.length === 0) return;
    const runs = all.map(({ run }) => ({ releaseId: run.view.release.id, runId: run.script.id }));
    const awaited = await awaitedAmong(database, runs);
    for (const one of all) {
      const isAwaited = awaited.has(one.run.script.id);
      if (!isAwaited) one.unwanted.abort(new Error('the run is no longer needed'));
      else if (watched.has(one) && one.run.clock() >= one.renewAt) await renew(one);
    }
  }

  const looking: Repeating = repeat(1_000, look, (error) =>
    logger.warn({ error }, 'a look whether scripts are still wanted has failed and will be repeated'),
  );
  return {
    begin(run) {
      const unwanted = new AbortController();
      const one = { run, unwanted, renewAt: run.lease.until - leaseMs / 2 };
      watched.add(one);
      const signal = AbortSignal.any([stopping, unwanted.signal]);
      return { unwanted: unwanted.signal, stopping, signal, end: () => watched.delete(one) };
    },
    stop: looking.stop,
  };
}
