import type { Phase, Release, Task } from '@slipway/domain/model';

/** A task with its position in a plan. */
export interface PositionedTask {
  readonly task: Task;
  readonly phaseId: string;
  readonly parentId: string | null;
  readonly position: number;
}

export interface PositionedPhase {
  readonly phase: Phase;
  readonly position: number;
}

/** The changes that update the stored rows of a plan to a new state. */
export interface Differences {
  /** Whether columns of the release row have changed, beside the authorship. */
  readonly release: boolean;
  /** Whether only the authorship of the release row has changed. Each change of a plan updates it. */
  readonly isAuthorshipOnly: boolean;
  readonly phases: Changes<PositionedPhase>;
  readonly tasks: Changes<PositionedTask> & {
    /** Tasks of which only the run state has changed. */
    readonly runChanges: readonly Task[];
    /** Tasks of which only the position has changed. */
    readonly moved: readonly PositionedTask[];
    /** The previous states of changed and deleted tasks. */
    readonly previousTasks: readonly Task[];
  };
}

interface Changes<T> {
  readonly added: readonly T[];
  readonly changed: readonly T[];
  /** The ids of deleted rows. */
  readonly removed: readonly string[];
}

/** The differences by position. A task that is both removed and added has moved. */
interface Comparison {
  readonly removedTasks: Map<string, PositionedTask>;
  readonly addedTasks: PositionedTask[];
  readonly pairs: [PositionedTask, PositionedTask][];
}

/**
 * Compares two states of a plan by identity. The domain returns the same object for an unchanged part, so unchanged
 * subtrees are skipped. `before` is null for a plan without stored rows.
 */
export function compareReleases(before: Release | null, after: Release): Differences {
  const comparison: Comparison = { removedTasks: new Map(), addedTasks: [], pairs: [] };
  const phases = comparePhases(before?.phases ?? [], after.phases, comparison);
  const fields = before === null ? [] : changedFields(before, after);
  const isAuthorshipOnly = fields.length === 1 && fields[0] === 'authorship';
  return {
    release: before === null || (fields.length > 0 && !isAuthorshipOnly),
    isAuthorshipOnly,
    phases,
    tasks: classifyTasks(comparison),
  };
}

function changedFields(before: Release, after: Release): readonly string[] {
  if (before === after) return [];
  const changed: string[] = [];
  for (const key in after) if (key !== 'phases' && !isSameField(before, after, key)) changed.push(key);
  return changed;
}

function isSameField(before: object, after: object, key: string): boolean {
  return Reflect.get(before, key) === Reflect.get(after, key);
}

function samePhaseFields(before: Phase, after: Phase): boolean {
  for (const key in after) if (key !== 'tasks' && !isSameField(before, after, key)) return false;
  return true;
}

function comparePhases(
  before: readonly Phase[],
  after: readonly Phase[],
  comparison: Comparison,
): Changes<PositionedPhase> {
  if (before === after) return { added: [], changed: [], removed: [] };
  const old = new Map(before.map((phase, position) => [phase.id, { phase, position }]));
  const added: PositionedPhase[] = [];
  const changed: PositionedPhase[] = [];
  for (const [position, phase] of after.entries()) {
    const previous = old.get(phase.id);
    old.delete(phase.id);
    if (previous === undefined) added.push({ phase, position });
    else if (previous.position !== position || !samePhaseFields(previous.phase, phase))
      changed.push({ phase, position });
    compareTasks(previous?.phase.tasks ?? [], phase.tasks, { phaseId: phase.id, parentId: null }, comparison);
  }
  for (const { phase } of old.values())
    visitTasks(phase.tasks, { phaseId: phase.id, parentId: null }, recordRemoved(comparison));
  return { added, changed, removed: [...old.keys()] };
}

/** The phase and the group that contain a task. The group is null for a task directly in the phase. */
type Container = Pick<PositionedTask, 'phaseId' | 'parentId'>;

const recordRemoved = (comparison: Comparison) => (positioned: PositionedTask) =>
  comparison.removedTasks.set(positioned.task.id, positioned);
const recordAdded = (comparison: Comparison) => (positioned: PositionedTask) => comparison.addedTasks.push(positioned);

function compareTasks(
  before: readonly Task[],
  after: readonly Task[],
  container: Container,
  comparison: Comparison,
): void {
  if (before === after) return;
  for (let position = 0; position < Math.max(before.length, after.length); position++) {
    const old = before[position];
    const current = after[position];
    if (old === current) continue;
    if (old !== undefined && current !== undefined && old.id === current.id) {
      comparison.pairs.push([
        { task: old, ...container, position },
        { task: current, ...container, position },
      ]);
      compareTasks(old.tasks, current.tasks, { phaseId: container.phaseId, parentId: current.id }, comparison);
      continue;
    }
    if (old !== undefined) visitTasks([old], container, recordRemoved(comparison), position);
    if (current !== undefined) visitTasks([current], container, recordAdded(comparison), position);
  }
}

/** Calls the function for each of these tasks and all their subtasks. */
function visitTasks(
  tasks: readonly Task[],
  container: Container,
  visit: (positioned: PositionedTask) => void,
  first = 0,
): void {
  for (const [index, task] of tasks.entries()) {
    visit({ task, ...container, position: first + index });
    visitTasks(task.tasks, { phaseId: container.phaseId, parentId: task.id }, visit);
  }
}

function classifyTasks({ removedTasks, addedTasks, pairs }: Comparison): Differences['tasks'] {
  const added: PositionedTask[] = [];
  for (const current of addedTasks) {
    const old = removedTasks.get(current.task.id);
    if (old === undefined) added.push(current);
    else pairs.push([old, current]);
    removedTasks.delete(current.task.id);
  }
  const changed: PositionedTask[] = [];
  const runChanges: Task[] = [];
  const moved: PositionedTask[] = [];
  const previousTasks = [...removedTasks.values()].map(({ task }) => task);
  for (const [old, current] of pairs) {
    const isMoved = !isSamePosition(old, current);
    if (!isSameDefinition(old.task, current.task)) {
      changed.push(current);
      previousTasks.push(old.task);
    } else if (old.task.run !== current.task.run) {
      if (isMoved) changed.push(current);
      else runChanges.push(current.task);
    } else if (isMoved) moved.push(current);
  }
  return { added, changed, runChanges, moved, removed: [...removedTasks.keys()], previousTasks };
}

const isSamePosition = (old: PositionedTask, current: PositionedTask): boolean =>
  old.phaseId === current.phaseId && old.parentId === current.parentId && old.position === current.position;

/**
 * Returns whether the stored definition of a task is unchanged. A loaded passive part is always the same `stored`
 * object, so its identity is sufficient.
 */
const isSameDefinition = (old: Task, current: Task): boolean =>
  old.definition === current.definition &&
  old.beforeRun === current.beforeRun &&
  old.passive === current.passive &&
  old.originId === current.originId;
