import { dueOfTask, dueSoonOf } from '../calendar/overdue.ts';
import type { ActivityType, Outcome } from '../decision/outcome.ts';
import { explainRelease, explainTask } from '../forecast/explain.ts';
import { categories, categoryOf } from '../insights/categories.ts';
import { categoryHistoryOf } from '../insights/category-history.ts';
import { categoryTimesOf } from '../insights/category-times.ts';
import { textOf } from '../messages/english.ts';
import type { Instant } from '../model/json.ts';
import type { Phase } from '../model/phase.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import {
  isAhead,
  isClosed,
  isDone,
  isEnded,
  isInAdvance,
  isLive,
  isOver,
  isReached,
  isUnfinished,
  type PhaseStatus,
  type ReleaseStatus,
} from '../model/status.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { phaseEdges, releaseEdges, taskEdges } from './edges.ts';
import { explanationContext } from './explanation-context.ts';
import { caller } from './inputs.ts';

/** A property that holds after each input. Returns the violations. */
export type Law = (before: Release, outcome: Outcome) => readonly string[];

/** Returns all tasks except started groups, whose status is derived. */
const activeTasks = (release: Release): readonly Task[] =>
  [...tasksOf(release)].filter((task) => !isStartedGroup(task));
const liveTasks = (release: Release): readonly Task[] => activeTasks(release).filter(({ run }) => isLive(run.status));
const failedTasks = (release: Release): readonly Task[] =>
  activeTasks(release).filter(({ run }) => run.status === 'FAILED');
const taskName = ({ id, run }: Task): string => `${id} (${run.status})`;

const edges: Law = (before, { release }) => {
  const violations: string[] = [];
  const check = <S extends string>(subject: string, table: Readonly<Record<S, readonly S[]>>, from: S, to: S) => {
    if (from !== to && !table[from].includes(to)) violations.push(`${subject} went from ${from} to ${to}`);
  };
  check<ReleaseStatus>('the release', releaseEdges, before.status, release.status);
  const phases = new Map(before.phases.map(({ id, status }) => [id, status]));
  for (const { id, status } of release.phases) check<PhaseStatus>(id, phaseEdges, phases.get(id) ?? status, status);
  const tasks = new Map([...tasksOf(before)].map(({ id, run }) => [id, run.status]));
  for (const { id, run } of tasksOf(release)) check(id, taskEdges, tasks.get(id) ?? run.status, run.status);
  return violations;
};

const finishedStaysFinished: Law = (before, { release }) => {
  if (!isOver(release.status)) return [];
  const open = [...tasksOf(release)].filter(({ run }) => !isEnded(run.status)).map(taskName);
  const phases = release.phases.filter(({ status }) => !isClosed(status)).map(({ id }) => id);
  return [...open, ...phases, ...(isOver(before.status) && before !== release ? ['the finished release changed'] : [])];
};

/** In a phase or sequential group, no task after the first open task has started. */
const inOrder: Law = (_, { release }) => {
  if (isOver(release.status)) return [];
  const lists = [
    ...release.phases.map(({ tasks }) => tasks),
    ...[...tasksOf(release)]
      .filter(({ definition }) => definition.type === 'SequentialGroup')
      .map(({ tasks }) => tasks),
  ];
  return lists.flatMap((tasks) => {
    const first = tasks.findIndex(({ run }) => !isDone(run.status));
    const behind = first === -1 ? [] : tasks.slice(first + 1);
    return behind.filter(({ run }) => !isAhead(run.status)).map((task) => `${taskName(task)} started out of order`);
  });
};

const phasesInOrder: Law = (_, { release }) => {
  if (isOver(release.status)) return [];
  const first = release.phases.findIndex(({ status }) => !isClosed(status));
  const behind = first === -1 ? [] : release.phases.slice(first + 1);
  return behind.filter(({ status }) => status !== 'PLANNED').map(({ id }) => `phase ${id} started out of order`);
};

const statusFollows: Law = (_, { release }) => {
  const live = liveTasks(release).length;
  const failed = failedTasks(release).length;
  switch (release.status) {
    case 'FAILING':
      return live > 0 && failed > 0 ? [] : [`FAILING with ${live} live and ${failed} failed tasks`];
    case 'FAILED':
      return live === 0 && failed > 0 ? [] : [`FAILED with ${live} live and ${failed} failed tasks`];
    case 'IN_PROGRESS':
      return live > 0 && failed === 0 ? [] : [`IN_PROGRESS with ${live} live and ${failed} failed tasks`];
    case 'TEMPLATE':
    case 'PLANNED':
    case 'PAUSED':
    case 'COMPLETED':
    case 'ABORTED':
      return live + failed === 0 ? [] : [`${release.status} with ${live} live and ${failed} failed tasks`];
  }
};

/** Each plan that waits for the product has pending work, and each plan that waits for a time has a wake-up time. */
const pendingWorkIsComplete: Law = (_, { release, awaits, wakeAt }) =>
  liveTasks(release).flatMap((task) => {
    const own = awaits.filter(({ taskId }) => taskId === task.id);
    const kinds = own.map(({ kind }) => kind);
    const { status, waitsForCapacity } = task.run;
    const until = own.find(({ kind }) => kind === 'date')?.until ?? null;
    if (status === 'PENDING')
      return until !== null && wakeAt !== null && wakeAt <= until ? [] : [`no wake-up for ${taskName(task)}`];
    if (status === 'WAITING_FOR_INPUT')
      return kinds.includes('input') ? [] : [`no await for the input of ${taskName(task)}`];
    if (task.run.script) return kinds.includes('script') ? [] : [`no await for the script of ${taskName(task)}`];
    if (task.run.mail) return kinds.includes('mail') ? [] : [`no await for the mail of ${taskName(task)}`];
    if (status !== 'IN_PROGRESS') return [`${taskName(task)} runs without a script`];
    if (task.definition.type === 'CreateReleaseTask')
      return waitsForCapacity && kinds.includes('capacity') && wakeAt !== null
        ? []
        : [`no retry for ${taskName(task)}`];
    return [];
  });

/** The wake-up time is not after the next due time, and only tasks with a due date are marked. */
const dueDatesHaveWake: Law = (_, { release, wakeAt }) => {
  if (!isUnfinished(release.status)) return [];
  const violations: string[] = [];
  const check = (subject: string, task: Task, moment: Instant | null, isMarked: boolean) => {
    if (moment === null && isMarked) violations.push(`${taskName(task)} is marked as ${subject} without a due date`);
    if (moment !== null && !isMarked && (wakeAt ?? Number.POSITIVE_INFINITY) > moment)
      violations.push(`no wake-up marks ${taskName(task)} as ${subject}`);
  };
  for (const task of tasksOf(release)) {
    if (isEnded(task.run.status) || isInAdvance(task.run.status)) continue;
    check('overdue', task, dueOfTask(task), task.run.overdueNotified);
    check('due soon', task, dueSoonOf(task), task.run.dueSoonNotified);
  }
  return violations;
};

const uniqueIds: Law = (_, { release }) => {
  const tasks = [...tasksOf(release)];
  const ids = [
    ...release.phases.map(({ id }) => id),
    ...release.variables.map(({ id }) => id),
    ...tasks.map(({ id }) => id),
    ...tasks.flatMap(({ definition: { conditions, dependencies, links } }) =>
      [conditions, dependencies, links].flatMap((parts) => parts.map(({ id }) => id)),
    ),
  ];
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size).map((id) => `${id} is not unique`);
};

const links: Law = (_, { release }) =>
  [...tasksOf(release)].flatMap(({ id, definition, tasks }) => {
    const children = new Set(tasks.map((child) => child.id));
    return definition.links
      .filter(({ source, target }) => !children.has(source) || !children.has(target))
      .map((link) => `${link.id} of ${id} has no source or target`);
  });

const dates: Law = (_, { release }) => {
  const parts: readonly Pick<Phase, 'id' | 'startDate' | 'endDate'>[] = [
    release,
    ...release.phases,
    ...[...tasksOf(release)].map(({ id, run: { startDate, endDate } }) => ({ id, startDate, endDate })),
  ];
  return parts
    .filter(({ startDate, endDate }) => startDate !== null && endDate !== null && endDate < startDate)
    .map(({ id }) => `${id} ended before it started`);
};

const doneStaysDone: Law = (before, { release }) => {
  const runs = new Map([...tasksOf(release)].map(({ id, run }) => [id, run]));
  return [...tasksOf(before)]
    .filter(({ id, run }) => isEnded(run.status) && runs.get(id) !== run)
    .map(({ id }) => `${id} changed after its end`);
};

const runIsConsistent: Law = (_, { release }) =>
  [...tasksOf(release)].flatMap((task) => {
    const { run, definition } = task;
    const hasFinished = isEnded(run.status) || run.status === 'FAILED';
    return [
      ...(hasFinished && run.script ? [`${taskName(task)} still has a script`] : []),
      ...(run.mail && run.status !== 'IN_PROGRESS' ? [`${taskName(task)} still has a mail`] : []),
      ...(isEnded(run.status) && run.endDate === null ? [`${taskName(task)} has no end`] : []),
      ...(run.status === 'PLANNED' && run.endDate !== null ? [`${taskName(task)} has an end`] : []),
      ...(isGroupType(definition.type) || task.tasks.length === 0 ? [] : [`${taskName(task)} has children`]),
    ];
  });

const creations: ReadonlySet<ActivityType> = new Set(['PHASE_CREATED', 'PHASE_COPIED', 'TASK_CREATED', 'TASK_COPIED']);
const deletions: ReadonlySet<ActivityType> = new Set(['PHASE_DELETED', 'TASK_DELETED']);

/**
 * Each part that the log reports as created is in the plan, unless it was deleted again. The log has an entry for each
 * new variable and each comment.
 */
const logMatchesPlan: Law = (before, { release, entries, comments }) => {
  const partIds = new Set([...release.phases, ...tasksOf(release)].map(({ id }) => id));
  const deletedIds = new Set(
    entries.filter(({ activityType }) => deletions.has(activityType)).map(({ targetId }) => targetId),
  );
  const missing = entries.filter(
    ({ activityType, targetId }) => creations.has(activityType) && !partIds.has(targetId) && !deletedIds.has(targetId),
  );
  const count = (type: ActivityType) => entries.filter(({ activityType }) => activityType === type).length;
  const created = count('RELEASE_VARIABLE_CREATED') - count('RELEASE_VARIABLE_DELETED');
  const grown = release.variables.length - before.variables.length;
  return [
    ...missing.map(({ activityType, targetId }) => `${activityType} of ${targetId}, which is not in the plan`),
    ...(created === grown ? [] : [`the log has ${created} new variables, the plan has ${grown}`]),
    ...(count('COMMENT_ADDED') === comments.length
      ? []
      : [`the number of comments, ${comments.length}, differs from the log`]),
  ];
};

/** The text of each entry equals its rendered message, also after the parameters were stored. Both are short. */
const entriesAreMessages: Law = (_, { entries }) =>
  entries.flatMap(({ code, params, message }) => {
    const stored = JSON.stringify(params);
    const text = textOf({ code, params: JSON.parse(stored) });
    return [
      ...(text === message ? [] : [`the text of ${code} is "${message}", and its message is "${text}"`]),
      ...(code.startsWith('activity.') ? [] : [`${code} is not a code of the log`]),
      ...(/^\S[^\r\n]{1,4000}$/.test(message) ? [] : [`the text of ${code} is not one line: ${message}`]),
      ...(stored.length > 10_000 ? [`the parameters of ${code} have ${stored.length} characters`] : []),
    ];
  });

/** The explanation of a release, and of each unfinished task, has at least one reason. */
const everyWaitIsExplained: Law = (_, { release }) => {
  if (isOver(release.status) || release.status === 'PLANNED') return [];
  const explained = [
    explainRelease(release, explanationContext()),
    ...[...tasksOf(release)]
      .filter(({ run }) => !isEnded(run.status))
      .map(({ id }) => explainTask(release, id, explanationContext(), caller())),
  ];
  return explained.flatMap(({ id, count, message, reasons }) => [
    ...(count > 0 ? [] : [`no reason explains why ${id} waits: ${textOf(message)}`]),
    ...[message, ...reasons.map((reason) => reason.message)].map(textOf).filter((line) => !/^.{20,}\.$/.test(line)),
  ]);
};

/** The stored changes and the dates of a task determine its category. The times of a release add up to its duration. */
const categoriesFollow: Law = (before, { release }) => {
  if (before === release) return [];
  const wrong = [...tasksOf(release)].filter(
    (task) => isReached(task.run.status) && (categoryHistoryOf(task).at(-1)?.[0] ?? '-') !== categoryOf(release, task),
  );
  const { startDate, endDate } = release;
  const times = categoryTimesOf(release);
  if (times === null || startDate === null || endDate === null)
    return wrong.map(({ id }) => `${id} has a wrong category`);
  const total = Object.values(times.exclusive).reduce((sum, ms) => sum + ms, 0);
  const tooLong = categories.filter((name) => name !== 'other' && times.union[name] < times.exclusive[name]);
  return [
    ...wrong.map(({ id }) => `${id} has a wrong category`),
    ...(total === endDate - startDate ? [] : [`the categories have ${total} of ${endDate - startDate} milliseconds`]),
    ...tooLong.map((name) => `the own total of ${name} is smaller than its exclusive time`),
  ];
};

/** Properties of each release after each input, by title. */
export const laws: Readonly<Record<string, Law>> = {
  'a status changes only along an allowed transition': edges,
  'a finished release has no open part and does not change': finishedStaysFinished,
  'tasks of a phase or sequential group start in order': inOrder,
  'only the current phase has started': phasesInOrder,
  'the status of a release follows from its tasks': statusFollows,
  'pending work is complete': pendingWorkIsComplete,
  'each wait has a reason': everyWaitIsExplained,
  'due dates have a wake-up or a mark': dueDatesHaveWake,
  'ids are unique in a plan': uniqueIds,
  'each link has a source and a target': links,
  'an end date is not before its start date': dates,
  'an ended task does not change': doneStaysDone,
  'the run of a task is consistent': runIsConsistent,
  'categories follow from the stored changes': categoriesFollow,
  'the log matches the plan': logMatchesPlan,
  'the text of each log entry equals its message': entriesAreMessages,
};
