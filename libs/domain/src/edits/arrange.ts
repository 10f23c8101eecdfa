import type { PlanEdit } from '../decision/plan-commands.ts';
import type { PhaseDraft, TaskDraft } from '../model/draft.ts';
import { tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { type KnownPhase, type KnownTask, withinTasks } from './identified.ts';
import { stepsInto } from './put-in-order.ts';

/** Much heavier than all movable parts together: a part that the flow has reached keeps its position if possible. */
const immovable = 1_000_000;

/** The plan while it is brought into order. */
interface Arranging {
  readonly edits: PlanEdit[];
  /** those of the plan as it was, by their ids */
  readonly tasks: ReadonlyMap<string, Task>;
  /** ids of tasks, by that of the phase or group that they are in by now */
  readonly lists: Map<string, readonly string[]>;
  /** where each task was */
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * The edits that bring the phases and tasks of a plan into the requested order, with the fewest moves. Parts that are
 * not requested are deleted, and new ones are created. Before a group or phase is deleted, its tasks that are
 * requested elsewhere are moved out.
 */
export function arranged(before: Release, phases: readonly KnownPhase[]): readonly PlanEdit[] {
  const arranging = arrangingOf(before);
  const wanted = new Set(withinTasks(phases.flatMap(({ tasks = [] }) => tasks)).map(({ id }) => id));
  const isNeeded = (tasks: readonly Task[]): boolean => [...tasksIn(tasks)].some(({ id }) => wanted.has(id));
  const kept = new Set(phases.map(({ id }) => id));
  const gone = [
    ...before.phases.flatMap(({ id, tasks }) =>
      kept.has(id) ? [] : { emptied: isNeeded(tasks), edit: { type: 'deletePhase', phaseId: id } as const },
    ),
    ...goneTasks(arranging, phases, wanted).map(({ id, tasks }) => ({
      emptied: isNeeded(tasks),
      edit: { type: 'deleteTask', taskId: id } as const,
    })),
  ];
  const deletions = (emptied: boolean) => gone.flatMap((each) => (each.emptied === emptied ? each.edit : []));
  const early = deletions(false);
  for (const edit of early) if (edit.type === 'deleteTask') leave(arranging, edit.taskId);
  arrangePhases(arranging, before, phases, new Set(early.flatMap((edit) => ('phaseId' in edit ? edit.phaseId : []))));
  return [...early, ...arranging.edits, ...deletions(true)];
}

function arrangingOf(before: Release): Arranging {
  const tasks = new Map([...tasksOf(before)].map((task) => [task.id, task]));
  const lists = new Map([...before.phases, ...tasks.values()].map(({ id, tasks: inner }) => [id, inner.map(idOf)]));
  const parents = new Map([...lists].flatMap(([id, list]) => list.map((child) => [child, id] as const)));
  return { edits: [], tasks, lists, parents };
}

const idOf = ({ id }: { readonly id: string }): string => id;

const listOf = ({ lists }: Arranging, id: string): readonly string[] => lists.get(id) ?? [];

/** The tasks that stand where a whole list is wanted, and are wanted nowhere. */
function goneTasks(
  { tasks, parents }: Arranging,
  phases: readonly KnownPhase[],
  wanted: ReadonlySet<string>,
): readonly Task[] {
  const containers = [...phases, ...withinTasks(phases.flatMap(({ tasks: inner = [] }) => inner))];
  const whole = new Set<string | undefined>(containers.flatMap(({ id, tasks: inner }) => (inner ? id : [])));
  return [...tasks.values()].filter(({ id }) => whole.has(parents.get(id)) && !wanted.has(id));
}

function leave({ lists }: Arranging, id: string): void {
  for (const [containerId, list] of lists) {
    if (list.length > 0 && list.includes(id))
      lists.set(
        containerId,
        list.filter((each) => each !== id),
      );
  }
}

function arrangePhases(
  arranging: Arranging,
  before: Release,
  phases: readonly KnownPhase[],
  deleted: ReadonlySet<string>,
): void {
  const items = before.phases
    .filter(({ id }) => !deleted.has(id))
    .map(({ id, status }) => ({ id, weight: status === 'PLANNED' ? 1 : immovable }));
  const isOld = new Set(items.map(idOf));
  for (const { put, position } of stepsInto(items, phases)) {
    if (isOld.has(put.id)) arranging.edits.push({ type: 'movePhase', phaseId: put.id, position });
    else arranging.edits.push({ type: 'addPhase', phase: draftOfPhase(arranging, put), position });
  }
  for (const { id, tasks } of phases) if (tasks) arrangeTasks(arranging, id, tasks);
}

/** Brings the tasks of a phase or group, which is at its place already, into the wanted order; then those in them. */
function arrangeTasks(arranging: Arranging, containerId: string, wanted: readonly KnownTask[]): void {
  const { edits, tasks, lists } = arranging;
  const items = listOf(arranging, containerId).map((id) => ({
    id,
    weight: tasks.get(id)?.run.status === 'PLANNED' ? 1 : immovable,
  }));
  const list = items.map(idOf);
  const own = new Set(list);
  for (const { put, position } of stepsInto(items, wanted)) {
    if (tasks.has(put.id)) {
      // the list of this container is replaced as a whole below
      if (!own.has(put.id)) leave(arranging, put.id);
      edits.push({ type: 'moveTask', taskId: put.id, containerId, position });
    } else edits.push({ type: 'addTask', containerId, task: draftOf(arranging, put), position });
    const from = list.indexOf(put.id);
    if (from !== -1) list.splice(from, 1);
    list.splice(position, 0, put.id);
  }
  lists.set(containerId, list);
  for (const { id, tasks: inner } of wanted) if (inner) arrangeTasks(arranging, id, inner);
}

/** The drafts of the new tasks. Existing tasks are moved in later. */
function draftsOf(arranging: Arranging, containerId: string, wanted: readonly KnownTask[]): readonly TaskDraft[] {
  const made = wanted.filter(({ id }) => !arranging.tasks.has(id));
  if (made.length > 0) arranging.lists.set(containerId, made.map(idOf));
  return made.map((task) => draftOf(arranging, task));
}

const draftOf = (arranging: Arranging, { tasks, conditions, ...task }: KnownTask): TaskDraft => ({
  ...task,
  ...(conditions && { conditions: conditions.map(({ id, title }) => ({ id, title })) }),
  ...(tasks && { tasks: draftsOf(arranging, task.id, tasks) }),
});

const draftOfPhase = (arranging: Arranging, { tasks = [], ...phase }: KnownPhase): PhaseDraft => ({
  ...phase,
  tasks: draftsOf(arranging, phase.id, tasks),
});
