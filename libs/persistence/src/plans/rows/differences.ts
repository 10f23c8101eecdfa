import type { Phase, Release, Task } from '@slipway/domain/model';

/** A task with the place it has in a plan. */
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

/** The changes that bring the rows of a plan to a new state. */
export interface Differences {
  /** columns of the release row itself, beyond who has written the plan */
  readonly release: boolean;
  /** of the release row only that, as every change of a plan is signed */
  readonly isAuthorshipOnly: boolean;
  readonly phases: Changes<PositionedPhase>;
  readonly tasks: Changes<PositionedTask> & {
    /** tasks of which the flow alone has changed something */
    readonly runChanges: readonly Task[];
    /** tasks that only stand elsewhere */
    readonly moved: readonly PositionedTask[];
    /** tasks that were changed or removed, as they were before */
    readonly previousTasks: readonly Task[];
  };
}

interface Changes<T> {
  readonly added: readonly T[];
  readonly changed: readonly T[];
  /** ids */
  readonly removed: readonly string[];
}

/** Parts that are not where they were, until both sides are known. */
interface Comparison {
  readonly removedTasks: Map<string, PositionedTask>;
  readonly addedTasks: PositionedTask[];
  readonly pairs: [PositionedTask, PositionedTask][];
}

/**
 * Compares two states of one plan by identity: the domain answers the same object where nothing has
 * changed, so equal subtrees are never entered. `before` is null for a plan that has no rows yet.
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

/** Where the tasks of one container stand. */
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

/** Hands over each of these tasks and every task below it. */
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

/** The identity of a passive part shows whether it was changed: a loaded one is always the same `stored`. */
const isSameDefinition = (old: Task, current: Task): boolean =>
  old.definition === current.definition &&
  old.beforeRun === current.beforeRun &&
  old.passive === current.passive &&
  old.originId === current.originId;
