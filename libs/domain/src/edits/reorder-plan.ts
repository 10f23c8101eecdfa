import type { PlanEdit } from '../commands/plan-edits.ts';
import type { PhaseDraft, TaskDraft } from '../model/draft.ts';
import { tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { flattenTasks, type PhaseWithId, type TaskWithId } from './assign-ids.ts';
import { reorderSteps } from './reorder.ts';

/** Greater than the weight of all movable parts together, so that a started part keeps its position if possible. */
const immovableWeight = 1_000_000;

/** The intermediate state of a plan during reordering. */
interface ReorderState {
  readonly edits: PlanEdit[];
  /** the tasks of the plan before the change, by id */
  readonly tasks: ReadonlyMap<string, Task>;
  /** the current task ids of each phase and group, by its id */
  readonly lists: Map<string, readonly string[]>;
  /** the id of the phase or group of each task before the change, by task id */
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * Returns the edits that bring the phases and tasks of a plan into the requested order, with the fewest moves. Parts
 * that are not requested are deleted, and new parts are created. Before a group or phase is deleted, its tasks that are
 * requested elsewhere are moved out.
 */
export function reorderEdits(before: Release, phases: readonly PhaseWithId[]): readonly PlanEdit[] {
  const state = initialState(before);
  const requested = new Set(flattenTasks(phases.flatMap(({ tasks = [] }) => tasks)).map(({ id }) => id));
  const containsRequested = (tasks: readonly Task[]): boolean =>
    [...tasksIn(tasks)].some(({ id }) => requested.has(id));
  const requestedPhaseIds = new Set(phases.map(({ id }) => id));
  const removals = [
    ...before.phases.flatMap(({ id, tasks }) =>
      requestedPhaseIds.has(id)
        ? []
        : { emptied: containsRequested(tasks), edit: { type: 'deletePhase', phaseId: id } as const },
    ),
    ...removedTasks(state, phases, requested).map(({ id, tasks }) => ({
      emptied: containsRequested(tasks),
      edit: { type: 'deleteTask', taskId: id } as const,
    })),
  ];
  const deletions = (emptied: boolean) =>
    removals.flatMap((removal) => (removal.emptied === emptied ? removal.edit : []));
  const firstDeletions = deletions(false);
  for (const edit of firstDeletions) if (edit.type === 'deleteTask') removeFromLists(state, edit.taskId);
  reorderPhases(
    state,
    before,
    phases,
    new Set(firstDeletions.flatMap((edit) => ('phaseId' in edit ? edit.phaseId : []))),
  );
  return [...firstDeletions, ...state.edits, ...deletions(true)];
}

function initialState(before: Release): ReorderState {
  const tasks = new Map([...tasksOf(before)].map((task) => [task.id, task]));
  const lists = new Map([...before.phases, ...tasks.values()].map(({ id, tasks: inner }) => [id, inner.map(idOf)]));
  const parents = new Map([...lists].flatMap(([id, list]) => list.map((child) => [child, id] as const)));
  return { edits: [], tasks, lists, parents };
}

const idOf = ({ id }: { readonly id: string }): string => id;

const listOf = ({ lists }: ReorderState, id: string): readonly string[] => lists.get(id) ?? [];

/** Returns the tasks that are not requested, in containers whose whole list of tasks is requested. */
function removedTasks(
  { tasks, parents }: ReorderState,
  phases: readonly PhaseWithId[],
  requested: ReadonlySet<string>,
): readonly Task[] {
  const containers = [...phases, ...flattenTasks(phases.flatMap(({ tasks: inner = [] }) => inner))];
  const completeContainers = new Set<string | undefined>(
    containers.flatMap(({ id, tasks: inner }) => (inner ? id : [])),
  );
  return [...tasks.values()].filter(({ id }) => completeContainers.has(parents.get(id)) && !requested.has(id));
}

function removeFromLists({ lists }: ReorderState, id: string): void {
  for (const [containerId, list] of lists) {
    if (list.length > 0 && list.includes(id))
      lists.set(
        containerId,
        list.filter((removal) => removal !== id),
      );
  }
}

function reorderPhases(
  state: ReorderState,
  before: Release,
  phases: readonly PhaseWithId[],
  deleted: ReadonlySet<string>,
): void {
  const items = before.phases
    .filter(({ id }) => !deleted.has(id))
    .map(({ id, status }) => ({ id, weight: status === 'PLANNED' ? 1 : immovableWeight }));
  const isOld = new Set(items.map(idOf));
  for (const { item, position } of reorderSteps(items, phases)) {
    if (isOld.has(item.id)) state.edits.push({ type: 'movePhase', phaseId: item.id, position });
    else state.edits.push({ type: 'addPhase', phase: draftOfPhase(state, item), position });
  }
  for (const { id, tasks } of phases) if (tasks) reorderTasks(state, id, tasks);
}

/** Reorders the tasks of a phase or group recursively. The container itself is already at its position. */
function reorderTasks(state: ReorderState, containerId: string, requested: readonly TaskWithId[]): void {
  const { edits, tasks, lists } = state;
  const items = listOf(state, containerId).map((id) => ({
    id,
    weight: tasks.get(id)?.run.status === 'PLANNED' ? 1 : immovableWeight,
  }));
  const list = items.map(idOf);
  const own = new Set(list);
  for (const { item, position } of reorderSteps(items, requested)) {
    if (tasks.has(item.id)) {
      // the list of this container is replaced at the end of this function
      if (!own.has(item.id)) removeFromLists(state, item.id);
      edits.push({ type: 'moveTask', taskId: item.id, containerId, position });
    } else edits.push({ type: 'addTask', containerId, task: draftOf(state, item), position });
    const from = own.has(item.id) ? list.indexOf(item.id) : -1;
    if (from !== -1) list.splice(from, 1);
    list.splice(position, 0, item.id);
  }
  lists.set(containerId, list);
  for (const { id, tasks: inner } of requested) if (inner) reorderTasks(state, id, inner);
}

/** Returns drafts for the new tasks of a new container. Existing tasks are moved into it later. */
function draftsOf(state: ReorderState, containerId: string, requested: readonly TaskWithId[]): readonly TaskDraft[] {
  const created = requested.filter(({ id }) => !state.tasks.has(id));
  if (created.length > 0) state.lists.set(containerId, created.map(idOf));
  return created.map((task) => draftOf(state, task));
}

const draftOf = (state: ReorderState, { tasks, conditions, ...task }: TaskWithId): TaskDraft => ({
  ...task,
  ...(conditions && { conditions: conditions.map(({ id, title }) => ({ id, title })) }),
  ...(tasks && { tasks: draftsOf(state, task.id, tasks) }),
});

const draftOfPhase = (state: ReorderState, { tasks = [], ...phase }: PhaseWithId): PhaseDraft => ({
  ...phase,
  tasks: draftsOf(state, phase.id, tasks),
});
