import { type ScriptRun, type Task, tasksOf } from '@slipway/domain/model';
import { readClock } from '@slipway/persistence/database';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import type { WaitingScript } from '@slipway/persistence/scripts';
import { withCause } from '@slipway/tracing';
import type { ClaimedRun, ScriptContext } from './context.ts';

/**
 * The lease of a claimed run, in milliseconds, which is renewed at half of its time. It is also the time for which a
 * run is stuck after a crash of its process.
 */
export const defaultLeaseMs = 30_000;

/**
 * Claims a script's run under its next attempt, for as long as its lease; null when there is nothing to claim, any more
 * or yet: it was answered, the task was aborted, or another process was faster.
 */
export async function claimRun(
  context: ScriptContext,
  { releaseId, runId }: WaitingScript,
): Promise<ClaimedRun | null> {
  const { database, engine, leaseMs = defaultLeaseMs } = context;
  const currentView = await readRelease(database, releaseId);
  const waiting = currentView && waitingFor(currentView, runId);
  if (!currentView || !waiting) return null;
  const now = await readClock(database);
  const since = performance.now();
  if (waiting.script.leaseUntil !== null && waiting.script.leaseUntil > now) return null;
  const attempt = waiting.script.attempt + 1;
  const leaseUntil = now + leaseMs;
  const { traceparent: cause = null } = currentView;
  const { release, outcome, version } = await withCause(cause, () =>
    engine.dispatch(releaseId, { kind: 'fact', fact: { type: 'scriptStarted', runId, attempt, leaseUntil } }),
  );
  if (outcome === null) return null;
  // The run uses the release as it was when it was claimed: a script sees its own task running (compatibility.md, Scripts).
  const view =
    version === currentView.version + 1 ? { ...currentView, release, version } : await readRelease(database, releaseId);
  const run = view && waitingFor(view, runId);
  if (!view || !run) return null;
  const slept = waiting.script.timer === 'sleep';
  const clock = () => Math.round(now + performance.now() - since);
  const script = { ...run.script, attempt };
  return { view, task: run.task, script, slept, cause, lease: { until: leaseUntil }, clock };
}

interface WaitingTask {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** The task that waits for this run of a script, with the state of the run. */
export function waitingFor({ release }: ReleaseView, runId: string): WaitingTask | null {
  for (const task of tasksOf(release)) {
    if (task.run.script?.id === runId) return { task, script: task.run.script };
  }
  return null;
}
