import type { Instant } from '../model/json.ts';
import { mapPlan, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isEnded, isInAdvance, isUnfinished } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** The dates of a release, phase or task. The planned duration is in seconds. */
interface PlannedDates {
  readonly startDate: Instant | null;
  readonly dueDate: Instant | null;
  readonly plannedDuration: number | null;
}

/** A task is due soon when at most this fraction of its time is left (states.md, Notifications). */
const dueSoonShare = 0.25;

/** Returns the due date or, without one, the start plus the planned duration. */
export function dueOf({ startDate, dueDate, plannedDuration }: PlannedDates): Instant | null {
  return dueDate ?? (startDate === null || plannedDuration === null ? null : startDate + plannedDuration * 1000);
}

const isPast = (due: Instant | null, now: Instant): boolean => due !== null && due <= now;

const isOpen = ({ run }: Task): boolean => !isEnded(run.status) && !isInAdvance(run.status);

/** Returns when an open task is due. Returns null for a task that has ended, also in advance. */
export function dueOfTask(task: Task): Instant | null {
  const { dueDate, plannedDuration } = task.definition;
  // Every input checks every task. Most tasks have neither date, so return early.
  if ((dueDate === null && plannedDuration === null) || !isOpen(task)) return null;
  return dueOf({ dueDate, plannedDuration, startDate: task.run.startDate });
}

/** Returns when an open task is due soon. Returns null if it has not started, or was due before its start. */
export function dueSoonOf(task: Task): Instant | null {
  const { startDate } = task.run;
  const due = dueOfTask(task);
  return startDate === null || due === null || due <= startDate
    ? null
    : Math.ceil(due - dueSoonShare * (due - startDate));
}

/**
 * Sets the overdue and due-soon markers of a release and its open phases and tasks when the time has come, and resets
 * them when the due date moves ahead. Returns the same object if no marker changes.
 */
export function withDueMarkers(release: Release, now: Instant): Release {
  if (!isUnfinished(release.status)) return release;
  const overdueNotified = isPast(dueOf(release), now);
  const own = overdueNotified === release.overdueNotified ? release : { ...release, overdueNotified };
  return withMarkedPhases(withMarkedTasks(own, now), now);
}

function withMarkedTasks(release: Release, now: Instant): Release {
  for (const task of tasksOf(release)) {
    if (withTaskMarkers(task, now) !== task) return mapPlan(release, (candidate) => withTaskMarkers(candidate, now));
  }
  return release;
}

function withTaskMarkers(task: Task, now: Instant): Task {
  const overdueNotified = isPast(dueOfTask(task), now);
  const dueSoonNotified = isPast(dueSoonOf(task), now);
  const { run } = task;
  if (overdueNotified === run.overdueNotified && dueSoonNotified === run.dueSoonNotified) return task;
  return isOpen(task) ? { ...task, run: { ...run, overdueNotified, dueSoonNotified } } : task;
}

function withMarkedPhases(release: Release, now: Instant): Release {
  let isSame = true;
  const phases = release.phases.map((phase) => {
    const overdueNotified = isPast(dueOf(phase), now);
    if (isClosed(phase.status) || overdueNotified === phase.overdueNotified) return phase;
    isSame = false;
    return { ...phase, overdueNotified };
  });
  return isSame ? release : { ...release, phases };
}
