import { dueOf, dueOfTask, dueSoonOf } from '../calendar/overdue.ts';
import { earliestStartOf } from '../calendar/start-delays.ts';
import type { Await } from '../decision/outcome.ts';
import { ownState, targetOf } from '../gates/gate.ts';
import type { Instant } from '../model/json.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isEnded, isUnfinished } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { missingAtStart, missingKeys } from '../variables/values.ts';
import { behaviorOf } from './behaviors.ts';

const hasNoPendingWork = (release: Release): boolean => release.archived || !isUnfinished(release.status);

const awaitOf = (
  taskId: string | null,
  kind: Await['kind'],
  reference: string,
  until: Instant | null = null,
): Await => ({
  taskId,
  kind,
  purpose: null,
  reference,
  until,
});

/**
 * Returns all pending work of a release in this state. It is derived from the state, so that none can be lost. Recovery
 * derives it again.
 */
export function awaitsOf(release: Release): readonly Await[] {
  if (hasNoPendingWork(release)) return [];
  const awaits: Await[] = [];
  if (release.status === 'PLANNED' && release.autoStart) {
    awaits.push(awaitOf(null, 'date', 'start', release.scheduledStartDate));
    awaits.push(...missingAtStart(release.variables).map((key) => awaitOf(null, 'input', key)));
  }
  for (const task of tasksOf(release)) awaits.push(...awaitsOfTask(release, task));
  return awaits;
}

function awaitsOfTask(release: Release, task: Task): readonly Await[] {
  if (isEnded(task.run.status)) return [];
  return [...ownAwaits(release, task), ...targetAwaits(release, task)];
}

function ownAwaits(release: Release, task: Task): readonly Await[] {
  const { run, id } = task;
  if (run.script)
    return [
      {
        taskId: id,
        kind: 'script',
        purpose: run.script.purpose,
        reference: run.script.id,
        until: run.script.leaseUntil,
      },
    ];
  if (run.status === 'PENDING') return [awaitOf(id, 'date', 'start', earliestStartOf(task))];
  if (run.status === 'WAITING_FOR_INPUT') return missingKeys(release, task).map((key) => awaitOf(id, 'input', key));
  if (run.status !== 'IN_PROGRESS') return [];
  return behaviorOf(task)
    .awaits(task)
    .map(({ kind, reference, until }) => awaitOf(id, kind, reference, until));
}

/**
 * Returns the targets of a gate outside its release, also before its start, so that a restart of a target finds the
 * gate.
 */
function targetAwaits(release: Release, task: Task): readonly Await[] {
  const targets = task.definition.dependencies.flatMap((dependency) => {
    const target = targetOf(task, dependency);
    if (target === null || target.includes('${') || ownState(release, target) !== undefined) return [];
    return task.run.observedTargets[dependency.id]?.state === 'done' ? [] : [target];
  });
  return [...new Set(targets)].map((target) => awaitOf(task.id, 'target', target));
}

/**
 * Returns the next time after `now` that automatically changes the release: a start, due soon, due, or a retry; null:
 * none.
 */
export function wakeAt(release: Release, now: Instant): Instant | null {
  if (hasNoPendingWork(release)) return null;
  const moments: (Instant | null)[] = [dueOf(release)];
  if (release.status === 'PLANNED' && release.autoStart) moments.push(release.scheduledStartDate);
  for (const phase of release.phases) if (!isClosed(phase.status)) moments.push(dueOf(phase));
  for (const task of tasksOf(release)) {
    if (isEnded(task.run.status)) continue;
    moments.push(dueOfTask(task), dueSoonOf(task));
    if (task.run.status === 'PENDING') moments.push(earliestStartOf(task));
    if (task.run.status === 'IN_PROGRESS') moments.push(behaviorOf(task).wakeAt(task, now));
  }
  return moments.reduce<Instant | null>((earliest, moment) => {
    if (moment === null || moment <= now) return earliest;
    return earliest === null ? moment : Math.min(earliest, moment);
  }, null);
}
