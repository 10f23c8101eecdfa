import type { Instant } from '../model/json.ts';
import { mapPlan, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isEnded, isInAdvance, isUnfinished } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** Dates of a release, phase or task; the planned duration in seconds. */
interface PlannedDates {
  readonly startDate: Instant | null;
  readonly dueDate: Instant | null;
  readonly plannedDuration: number | null;
}

/** A task is due soon when this part of its time is left (states.md, Notifications). */
const dueSoonShare = 0.25;

/** When something is due: at its due date or, without one, its planned duration after it has started. */
export function dueOf({ startDate, dueDate, plannedDuration }: PlannedDates): Instant | null {
  return dueDate ?? (startDate === null || plannedDuration === null ? null : startDate + plannedDuration * 1000);
}

const isPast = (due: Instant | null, now: Instant): boolean => due !== null && due <= now;

const isOpen = ({ run }: Task): boolean => !isEnded(run.status) && !isInAdvance(run.status);

/** When an open task is due; null for one that is done, in advance too. */
export function dueOfTask(task: Task): Instant | null {
  const { dueDate, plannedDuration } = task.definition;
  // Every input checks every task: most have neither date, and are skipped here.
  if ((dueDate === null && plannedDuration === null) || !isOpen(task)) return null;
  return dueOf({ dueDate, plannedDuration, startDate: task.run.startDate });
}

/** When an open task is due soon; null for one that has not started or was due before it did. */
export function dueSoonOf(task: Task): Instant | null {
  const { startDate } = task.run;
  const due = dueOfTask(task);
  return startDate === null || due === null || due <= startDate
    ? null
    : Math.ceil(due - dueSoonShare * (due - startDate));
}

/**
 * The release with the markers of what is overdue and due soon, on itself and on its open phases and tasks: set when
 * the moment has come, taken back when the due date moves ahead. The same release when they are as they were.
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
