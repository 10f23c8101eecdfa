import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { ScriptRun, Task } from '../model/task.ts';

/** A task that waits for a script, and the script run. */
export interface WaitingTask {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** Returns the task that waits for this run; null if no task waits for it. */
export function findWaitingTask(release: Release, runId: string): WaitingTask | null {
  for (const task of tasksOf(release)) {
    const { script } = task.run;
    if (script?.id === runId) return { task, script };
  }
  return null;
}

/** Returns the task that waits for this attempt of a run; null if a later attempt has begun and the fact is stale. */
export function currentWaitingTask(
  release: Release,
  { runId, attempt }: { readonly runId: string; readonly attempt: number },
): WaitingTask | null {
  const waiting = findWaitingTask(release, runId);
  return waiting?.script.attempt === attempt ? waiting : null;
}
