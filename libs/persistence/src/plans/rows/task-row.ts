import {
  blankTask,
  blankTaskPassive,
  type FlagStatus,
  freshRun,
  type Instant,
  type ScriptRun,
  storedPassive,
  type Task,
  type TaskDefinition,
  type TaskRun,
  type TaskStatus,
} from '@slipway/domain/model';
import { timestamp } from '../../database/instants.ts';
import type { PositionedTask } from './differences.ts';
import { createDefaultsFilter, passiveRecord } from './passive.ts';

/** The columns of a task that decisions read. */
export interface TaskRow {
  readonly id: string;
  readonly release_id: string;
  readonly phase_id: string;
  readonly parent_id: string | null;
  readonly origin_id: string | null;
  readonly type: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly owner: string | null;
  readonly team: string | null;
  readonly scheduled_start_date: Instant | null;
  readonly due_date: Instant | null;
  readonly planned_duration: number | null;
  readonly start_date: Instant | null;
  readonly end_date: Instant | null;
  readonly flag_status: FlagStatus;
  readonly definition: Partial<TaskDefinition> | null;
  readonly run: StoredRun | null;
  readonly before_run: Partial<TaskDefinition> | null;
}

/** The run state of a task in its row. It contains only values that differ from those of a task that has not run. */
type StoredRun = Omit<Partial<TaskRun>, 'observedTargets' | 'script'> & {
  readonly sights?: TaskRun['observedTargets'];
  readonly script?: StoredScript | null;
};

/** A stored script run. Rows of earlier versions lack the members of `scriptDefaults`. */
type StoredScript = Omit<ScriptRun, keyof typeof scriptDefaults> & Partial<ScriptRun>;
const scriptDefaults = { timer: null, script: null, printed: null } as const;

export const taskColumns = `id, release_id, phase_id, parent_id, origin_id, type, title, status, owner, team,
  scheduled_start_date, due_date, planned_duration, start_date, end_date, flag_status, definition, run, before_run`;

const definitionWithoutDefaults = createDefaultsFilter(blankTask, [
  'type',
  'title',
  'owner',
  'team',
  'scheduledStartDate',
  'dueDate',
  'plannedDuration',
  'flagStatus',
]);
const runWithoutDefaults = createDefaultsFilter(freshRun, ['status', 'startDate', 'endDate']);
const beforeRunWithoutDefaults = createDefaultsFilter(blankTask);
const passiveWithoutDefaults = createDefaultsFilter(blankTaskPassive);

/** Rows store the observed target states of a gate under the name from the first version. */
const toRun = ({ sights, script, ...run }: StoredRun): Partial<TaskRun> => ({
  ...run,
  ...(sights && { observedTargets: sights }),
  ...(script && { script: { ...scriptDefaults, ...script } }),
});

const toStoredRun = (run: TaskRun): StoredRun | null => {
  const storedRun = runWithoutDefaults(run);
  if (storedRun?.observedTargets === undefined) return storedRun;
  const { observedTargets, ...rest } = storedRun;
  return { ...rest, sights: observedTargets };
};

export const toTask = (row: TaskRow, tasks: readonly Task[]): Task => ({
  id: row.id,
  originId: row.origin_id,
  definition: {
    ...blankTask,
    ...row.definition,
    type: row.type,
    title: row.title,
    owner: row.owner,
    team: row.team,
    scheduledStartDate: row.scheduled_start_date,
    dueDate: row.due_date,
    plannedDuration: row.planned_duration,
    flagStatus: row.flag_status,
  },
  run: {
    ...freshRun,
    ...(row.run && toRun(row.run)),
    status: row.status,
    startDate: row.start_date,
    endDate: row.end_date,
  },
  beforeRun: row.before_run === null ? null : { ...blankTask, ...row.before_run },
  passive: storedPassive,
  tasks,
});

/** The columns that a save writes, with their types. */
export const taskRecord = {
  phase_id: 'text',
  parent_id: 'text',
  position: 'integer',
  origin_id: 'text',
  type: 'text',
  title: 'text',
  status: 'text',
  owner: 'text',
  team: 'text',
  scheduled_start_date: 'timestamptz',
  due_date: 'timestamptz',
  planned_duration: 'bigint',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  flag_status: 'text',
  definition: 'jsonb',
  run: 'jsonb',
  before_run: 'jsonb',
  part_ids: 'text[]',
} as const;

const partIds = ({ conditions, dependencies }: TaskDefinition): readonly string[] | null =>
  conditions.length + dependencies.length === 0 ? null : [...conditions, ...dependencies].map(({ id }) => id);

/** The columns of a task that change while a release runs, with their types. They are updated most often. */
export const runColumns = {
  id: 'text',
  status: 'text',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  run: 'jsonb',
} as const;

/** Converts a task to the record of its run. */
export const toRunRecord = ({ id, run }: Task) => ({
  id,
  status: run.status,
  start_date: timestamp(run.startDate),
  end_date: timestamp(run.endDate),
  run: toStoredRun(run),
});

export const toPositionRecord = ({ task, phaseId, parentId, position }: PositionedTask) => ({
  id: task.id,
  phase_id: phaseId,
  parent_id: parentId,
  position,
});

export const toTaskRecord = (positioned: PositionedTask) => {
  const { originId, definition, beforeRun, passive } = positioned.task;
  return {
    ...toPositionRecord(positioned),
    ...toRunRecord(positioned.task),
    origin_id: originId,
    type: definition.type,
    title: definition.title,
    owner: definition.owner,
    team: definition.team,
    scheduled_start_date: timestamp(definition.scheduledStartDate),
    due_date: timestamp(definition.dueDate),
    planned_duration: definition.plannedDuration,
    flag_status: definition.flagStatus,
    definition: definitionWithoutDefaults(definition),
    before_run: beforeRun === null ? null : (beforeRunWithoutDefaults(beforeRun) ?? {}),
    part_ids: partIds(definition),
    ...passiveRecord(passive, passiveWithoutDefaults),
  };
};

/** Groups rows by their container, ordered by position: the tasks of a phase or group, by its id. */
export function toTree<Row extends TaskRow>(
  rows: readonly Row[],
  toTask: (row: Row, tasks: readonly Task[]) => Task,
): (containerId: string) => readonly Task[] {
  const rowsIn = Map.groupBy(rows, (row) => row.parent_id ?? row.phase_id);
  const tasksIn = (containerId: string): readonly Task[] =>
    (rowsIn.get(containerId) ?? noRows).map((row) => toTask(row, tasksIn(row.id)));
  return tasksIn;
}

const noRows: readonly never[] = [];
