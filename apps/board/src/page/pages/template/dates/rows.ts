import type { PreviewResponse } from '@slipway/api-schema/forecast';

type Phase = PreviewResponse['phases'][number];
type Task = Phase['tasks'][number];

/** A phase or task with its estimate. */
export interface Row {
  readonly id: string;
  /** with the titles of what it is in */
  readonly title: string;
  readonly isPhase: boolean;
  readonly startDate: string;
  readonly endDate: string;
  /** Short notes for the user */
  readonly notes: readonly string[];
  /** until when it is held; absent: it is not */
  readonly delayedUntil?: string | undefined;
  readonly delayedBy?: Task['heldBy'];
}

function createNotes({ skipped, needsPerson, defaultDuration, waitsFor, missingVariables }: Task): readonly string[] {
  const open = waitsFor.filter(({ state }) => state !== 'done').length;
  return [
    ...(skipped ? ['skipped'] : []),
    ...(needsPerson ? ['done by a person'] : []),
    ...(defaultDuration ? ['estimated as 1 hour'] : []),
    ...(open > 0 ? [`waits for ${open} more`] : []),
    ...missingVariables.map((key) => `${key} has no value`),
  ];
}

const rowOf = (task: Task, prefix: string): Row => ({
  id: task.id,
  title: `${prefix}${task.title}`,
  isPhase: false,
  startDate: task.startDate,
  endDate: task.endDate,
  notes: createNotes(task),
  delayedUntil: task.heldUntil,
  delayedBy: task.heldBy,
});

const rowsIn = (tasks: readonly Task[], prefix: string): readonly Row[] =>
  tasks.flatMap((task) => [rowOf(task, prefix), ...rowsIn(task.tasks, `${prefix}${task.title} › `)]);

/** All phases and tasks in order, each group before what is in it. */
export const rowsOf = ({ phases }: PreviewResponse): readonly Row[] =>
  phases.flatMap(({ id, title, startDate, endDate, tasks }) => [
    { id, title, isPhase: true, startDate, endDate, notes: [] },
    ...rowsIn(tasks, `${title} › `),
  ]);
