import { dueOfTask, dueSoonOf } from '../calendar/overdue.ts';
import type { ActivityType, Outcome } from '../decision/outcome.ts';
import { explainRelease, explainTask } from '../forecast/explain.ts';
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
    return behind.filter(({ run }) => !isAhead(run.status)).map((task) => `${taskName(task)} is ahead of its turn`);
  });
};

const phasesInOrder: Law = (_, { release }) => {
  if (isOver(release.status)) return [];
  const first = release.phases.findIndex(({ status }) => !isClosed(status));
  const behind = first === -1 ? [] : release.phases.slice(first + 1);
  return behind.filter(({ status }) => status !== 'PLANNED').map(({ id }) => `phase ${id} is ahead of its turn`);
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
      return until !== null && wakeAt !== null && wakeAt <= until ? [] : [`nothing wakes ${taskName(task)}`];
    if (status === 'WAITING_FOR_INPUT') return kinds.includes('input') ? [] : [`nothing feeds ${taskName(task)}`];
    if (task.run.script) return kinds.includes('script') ? [] : [`nothing answers ${taskName(task)}`];
    if (status !== 'IN_PROGRESS') return [`${taskName(task)} runs without a script`];
    if (task.definition.type === 'CreateReleaseTask')
      return waitsForCapacity && kinds.includes('capacity') && wakeAt !== null
        ? []
        : [`nothing retries ${taskName(task)}`];
    return [];
  });

/** The wake-up time is not after the next due time, and only tasks with a due date are marked. */
const dueDatesHaveWake: Law = (_, { release, wakeAt }) => {
  if (!isUnfinished(release.status)) return [];
  const violations: string[] = [];
  const check = (subject: string, task: Task, moment: Instant | null, isMarked: boolean) => {
    if (moment === null && isMarked) violations.push(`${taskName(task)} is ${subject} and never was due`);
    if (moment !== null && !isMarked && (wakeAt ?? Number.POSITIVE_INFINITY) > moment)
      violations.push(`nothing tells that ${taskName(task)} is ${subject}`);
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
      .map((link) => `${link.id} of ${id} dangles`);
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
    .map(({ id }) => `${id} was over, and changed`);
};

const runIsConsistent: Law = (_, { release }) =>
  [...tasksOf(release)].flatMap((task) => {
    const { run, definition } = task;
    const hasFinished = isEnded(run.status) || run.status === 'FAILED';
    return [
      ...(hasFinished && run.script ? [`${taskName(task)} still has a script`] : []),
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
    ...(created === grown ? [] : [`the log tells of ${created} more variables, and there are ${grown} more`]),
    ...(count('COMMENT_ADDED') === comments.length
      ? []
      : [`${comments.length} comments are not as many as the log has`]),
  ];
};

/** The text of each entry equals its rendered message, also after the parameters were stored. Both are short. */
const entriesAreMessages: Law = (_, { entries }) =>
  entries.flatMap(({ code, params, message }) => {
    const stored = JSON.stringify(params);
    const text = textOf({ code, params: JSON.parse(stored) });
    return [
      ...(text === message ? [] : [`the text of ${code} is "${message}", and its message is "${text}"`]),
      ...(code.startsWith('activity.') ? [] : [`${code} is no code of the log`]),
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
    ...(count > 0 ? [] : [`nobody knows why ${id} waits: ${textOf(message)}`]),
    ...[message, ...reasons.map((reason) => reason.message)].map(textOf).filter((line) => !/^.{20,}\.$/.test(line)),
  ]);
};

/** Properties of each release after each input, by title. */
export const laws: Readonly<Record<string, Law>> = {
  'a status follows only from one it may follow from': edges,
  'a finished release has nothing open and never changes': finishedStaysFinished,
  'in a phase or sequential group nothing starts out of turn': inOrder,
  'only the current phase has started': phasesInOrder,
  'the release stands as its tasks do': statusFollows,
  'nothing stops silently': pendingWorkIsComplete,
  'whoever asks is told why something waits': everyWaitIsExplained,
  'due dates have a wake-up or a mark': dueDatesHaveWake,
  'ids are unique in a plan': uniqueIds,
  'links never dangle': links,
  'nothing ends before it starts': dates,
  'what is done stays as it was': doneStaysDone,
  'the run of a task is kept in order': runIsConsistent,
  'whatever the log says was created is in the plan': logMatchesPlan,
  'the text of each log entry is that of its message': entriesAreMessages,
};
