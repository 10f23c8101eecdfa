import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import { Conflict, Invalid, NotFound } from '../model/errors.ts';
import { findTaskPosition, type TaskPosition, titleOf, withTask, withTasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isAhead, isClosed, isEnded } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { isLocked, mayEditLocked, taskStateConflict } from './guards.ts';
import { validateUnlessPlanEdit } from './validate.ts';

type Position = number | null | undefined;

interface Container {
  readonly id: string;
  readonly tasks: readonly Task[];
  readonly isOrdered: boolean;
}

/** Returns the phase or group if a task can be added to it. Throws Conflict, Invalid, NotFound. */
export function containerOf(before: OutcomeDraft, id: string, release = before.release): Container {
  const phase = release.phases.find((candidate) => candidate.id === id);
  if (phase) {
    if (isClosed(phase.status))
      throw new Conflict(message('phase.notAddable', { title: phase.title, status: phase.status }));
    return { id, tasks: phase.tasks, isOrdered: true };
  }
  const taskPosition = findTaskPosition(release, id);
  if (!taskPosition) throw new NotFound(message('notFound.containerInRelease', { id, releaseId: release.id }));
  const { task } = taskPosition;
  if (!isGroupType(task.definition.type)) throw new Invalid(message('task.notAGroup', { title: titleOf(task), id }));
  if (isEnded(task.run.status)) throw taskStateConflict('addTaskTo', task);
  if (isLocked(taskPosition) && !mayEditLocked(before))
    throw new Conflict(message('task.groupLocked', { title: titleOf(task), id }));
  return { id, tasks: task.tasks, isOrdered: !isParallelGroup(task) };
}

/** Returns the index for a new task. It cannot be before a task that the flow has reached. Throws Invalid, Conflict. */
export function slotFor({ tasks, isOrdered }: Container, position: Position): number {
  const slot = position ?? tasks.length;
  if (!Number.isInteger(slot) || slot < 0 || slot > tasks.length)
    throw new Invalid(message('field.position', { max: tasks.length, number: slot, field: 'position' }));
  const reached = isOrdered ? tasks.findLastIndex(({ run }) => !isAhead(run.status)) + 1 : 0;
  if (slot < reached) throw new Conflict(message('position.passed', { position: slot, first: reached }));
  return slot;
}

/** The position at which a task is inserted. */
interface InsertTarget {
  readonly release: Release;
  readonly container: Container;
  readonly slot: number;
}

/** Returns the plan with a task added at the target position. Throws Conflict, Invalid. */
export const insertTask = (
  { context }: OutcomeDraft,
  { release, container, slot }: InsertTarget,
  task: Task,
): Release =>
  validateUnlessPlanEdit(withTasksIn(release, container.id, container.tasks.toSpliced(slot, 0, task)), context);

/** Returns the plan without this task and its links. */
export function withoutTask(release: Release, taskPosition: TaskPosition): Release {
  const { phase, groups, siblings, index } = taskPosition;
  const taskId = taskPosition.task.id;
  const tasks = siblings.toSpliced(index, 1);
  const group = groups.at(-1);
  if (!group) return withTasksIn(release, phase.id, tasks);
  const links = group.definition.links.filter(({ source, target }) => source !== taskId && target !== taskId);
  const definition = links.length === group.definition.links.length ? group.definition : { ...group.definition, links };
  return withTask(release, { ...group, definition, tasks });
}
