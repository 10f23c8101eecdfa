import type { Phase, Release, Task } from '@slipway/domain';

/** A task with the place it has in a plan. */
export interface PlacedTask {
  readonly task: Task;
  readonly phaseId: string;
  readonly parentId: string | null;
  readonly position: number;
}

export interface PlacedPhase {
  readonly phase: Phase;
  readonly position: number;
}

/** What has to be written to bring the rows of one plan to a new state. */
export interface Differences {
  /** columns of the release row itself, beyond who has written the plan */
  readonly release: boolean;
  /** of the release row only that, as every change of a plan is signed */
  readonly signed: boolean;
  readonly phases: Changes<PlacedPhase>;
  readonly tasks: Changes<PlacedTask> & {
    /** tasks of which the flow alone has changed something */
    readonly ran: readonly Task[];
    /** tasks that only stand elsewhere */
    readonly moved: readonly PlacedTask[];
    /** tasks that were changed or removed, as they were before */
    readonly left: readonly Task[];
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
  readonly goneTasks: Map<string, PlacedTask>;
  readonly cameTasks: PlacedTask[];
  readonly pairs: [PlacedTask, PlacedTask][];
}

/**
 * Compares two states of one plan by identity: the domain answers the same object where nothing has
 * changed, so equal subtrees are never entered. `before` is null for a plan that has no rows yet.
 */
export function differences(before: Release | null, after: Release): Differences {
  const comparison: Comparison = { goneTasks: new Map(), cameTasks: [], pairs: [] };
  const phases = comparePhases(before?.phases ?? [], after.phases, comparison);
  const fields = before === null ? [] : changedFields(before, after);
  const signed = fields.length === 1 && fields[0] === 'authorship';
  return {
    release: before === null || (fields.length > 0 && !signed),
    signed,
    phases,
    tasks: sortOut(comparison),
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
): Changes<PlacedPhase> {
  if (before === after) return { added: [], changed: [], removed: [] };
  const old = new Map(before.map((phase, position) => [phase.id, { phase, position }]));
  const added: PlacedPhase[] = [];
  const changed: PlacedPhase[] = [];
  for (const [position, phase] of after.entries()) {
    const was = old.get(phase.id);
    old.delete(phase.id);
    if (was === undefined) added.push({ phase, position });
    else if (was.position !== position || !samePhaseFields(was.phase, phase)) changed.push({ phase, position });
    compareTasks(was?.phase.tasks ?? [], phase.tasks, { phaseId: phase.id, parentId: null }, comparison);
  }
  for (const { phase } of old.values()) gather(phase.tasks, { phaseId: phase.id, parentId: null }, leave(comparison));
  return { added, changed, removed: [...old.keys()] };
}

/** Where the tasks of one container stand. */
type Container = Pick<PlacedTask, 'phaseId' | 'parentId'>;

const leave = (comparison: Comparison) => (placed: PlacedTask) => comparison.goneTasks.set(placed.task.id, placed);
const arrive = (comparison: Comparison) => (placed: PlacedTask) => comparison.cameTasks.push(placed);

function compareTasks(
  before: readonly Task[],
  after: readonly Task[],
  container: Container,
  comparison: Comparison,
): void {
  if (before === after) return;
  for (let position = 0; position < Math.max(before.length, after.length); position++) {
    const old = before[position];
    const now = after[position];
    if (old === now) continue;
    if (old !== undefined && now !== undefined && old.id === now.id) {
      comparison.pairs.push([
        { task: old, ...container, position },
        { task: now, ...container, position },
      ]);
      compareTasks(old.tasks, now.tasks, { phaseId: container.phaseId, parentId: now.id }, comparison);
      continue;
    }
    if (old !== undefined) gather([old], container, leave(comparison), position);
    if (now !== undefined) gather([now], container, arrive(comparison), position);
  }
}

/** Hands over each of these tasks and every task below it. */
function gather(tasks: readonly Task[], container: Container, take: (placed: PlacedTask) => void, first = 0): void {
  for (const [index, task] of tasks.entries()) {
    take({ task, ...container, position: first + index });
    gather(task.tasks, { phaseId: container.phaseId, parentId: task.id }, take);
  }
}

function sortOut({ goneTasks, cameTasks, pairs }: Comparison): Differences['tasks'] {
  const added: PlacedTask[] = [];
  for (const now of cameTasks) {
    const old = goneTasks.get(now.task.id);
    if (old === undefined) added.push(now);
    else pairs.push([old, now]);
    goneTasks.delete(now.task.id);
  }
  const changed: PlacedTask[] = [];
  const ran: Task[] = [];
  const moved: PlacedTask[] = [];
  const left = [...goneTasks.values()].map(({ task }) => task);
  for (const [old, now] of pairs) {
    const place = !isSamePlace(old, now);
    if (!isSameDefinition(old.task, now.task)) {
      changed.push(now);
      left.push(old.task);
    } else if (old.task.run !== now.task.run) {
      if (place) changed.push(now);
      else ran.push(now.task);
    } else if (place) moved.push(now);
  }
  return { added, changed, ran, moved, removed: [...goneTasks.keys()], left };
}

const isSamePlace = (old: PlacedTask, now: PlacedTask): boolean =>
  old.phaseId === now.phaseId && old.parentId === now.parentId && old.position === now.position;

/** The identity of a passive part shows whether it was changed: a loaded one is always the same `stored`. */
const isSameDefinition = (old: Task, now: Task): boolean =>
  old.definition === now.definition &&
  old.beforeRun === now.beforeRun &&
  old.passive === now.passive &&
  old.originId === now.originId;
