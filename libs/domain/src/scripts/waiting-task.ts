import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { ScriptRun, Task } from '../model/task.ts';

/** A task that waits for a script, and the run it waits for. */
export interface WaitingTask {
  readonly task: Task;
  readonly script: ScriptRun;
}

/** The task that waits for this run; null where none does, any more. */
export function findWaitingTask(release: Release, runId: string): WaitingTask | null {
  for (const task of tasksOf(release)) {
    const { script } = task.run;
    if (script?.id === runId) return { task, script };
  }
  return null;
}

/** The same, unless another attempt has begun since: then the fact is stale. */
export function currentWaitingTask(
  release: Release,
  { runId, attempt }: { readonly runId: string; readonly attempt: number },
): WaitingTask | null {
  const waiting = findWaitingTask(release, runId);
  return waiting?.script.attempt === attempt ? waiting : null;
}
