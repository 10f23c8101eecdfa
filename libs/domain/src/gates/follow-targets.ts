import type { FactOf } from '../decision/handlers.ts';
import { log, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { mapPlan } from '../model/plan.ts';
import { isEnded } from '../model/status.ts';
import { retarget } from '../plans/build.ts';

/** Open gates follow what they wait for to the copy that took its place. */
export function followTargets(before: OutcomeDraft, { moves }: FactOf['targetsMoved']): OutcomeDraft {
  const newIds = new Map(moves.map(({ from, to }) => [from, to]));
  const entries: LogEntry[] = [];
  const release = mapPlan(before.release, (task) => {
    const retargetedTask = isEnded(task.run.status) ? task : retarget(task, newIds);
    if (retargetedTask === task) return task;
    entries.push(taskEntry(before.context, 'DEPENDENCY_UPDATED', task, 'activity.dependencyMoved'));
    return retargetedTask;
  });
  return withRelease(log(before, entries), release);
}
