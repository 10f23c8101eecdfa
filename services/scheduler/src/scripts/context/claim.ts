import { type ScriptRun, type Task, tasksOf } from '@slipway/domain';
import { type ReleaseView, readClock, readRelease, type WaitingScript } from '@slipway/persistence';
import { type Purpose, usualLimits } from '@slipway/scripts';
import type { Scripting, TakenUp } from './context.ts';

/** Beyond twice the limit, at which a runner gives up by itself, and the wait for a place: time to bring the answer home. */
const marginMs = 10_000;

/** How long whoever takes a script up is believed to run it. */
function leaseFor(purpose: Purpose): number {
  const { timeMs, waitMs } = usualLimits[purpose];
  return 2 * timeMs + waitMs + marginMs;
}

/**
 * Takes a script up under its next attempt, for as long as its lease; null when there is nothing to take up, any more
 * or yet: it was answered, the task was aborted, or another process was faster.
 */
export async function takeUp(scripting: Scripting, { releaseId, runId }: WaitingScript): Promise<TakenUp | null> {
  const { database, engine, leaseMs = leaseFor } = scripting;
  const seen = await readRelease(database, releaseId);
  const asking = seen && askingIn(seen, runId);
  if (!seen || !asking) return null;
  const now = await readClock(database);
  if (asking.script.leaseUntil !== null && asking.script.leaseUntil > now) return null;
  const attempt = asking.script.attempt + 1;
  const { release, outcome, version } = await engine.dispatch(releaseId, {
    kind: 'fact',
    fact: { type: 'scriptStarted', runId, attempt, leaseUntil: now + leaseMs(asking.script.purpose) },
  });
  if (outcome === null) return null;
  // What is run is what was there when it was taken up: a script sees its own task run (decisions.md, Scripts).
  const view = version === seen.version + 1 ? { ...seen, release, version } : await readRelease(database, releaseId);
  const taken = view && askingIn(view, runId);
  return view && taken ? { view, task: taken.task, script: { ...taken.script, attempt } } : null;
}

interface Asking {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** The task of a release that waits for this run of a script, with the run as it stands. */
export function askingIn({ release }: ReleaseView, runId: string): Asking | null {
  for (const task of tasksOf(release)) {
    if (task.run.script?.id === runId) return { task, script: task.run.script };
  }
  return null;
}
