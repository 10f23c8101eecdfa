import type { PlanEdit } from '../commands/plan-edits.ts';
import type { TaskPatch } from '../model/draft.ts';
import { blankOwnFields, type Link } from '../model/own-fields.ts';
import { blankTask, blankTaskPassive, type Task, type TaskDefinition, type TaskPassive } from '../model/task.ts';
import { gateType, taskTypeNamed } from '../model/task-types.ts';
import { pick } from '../plans/build.ts';
import { replaceScript } from '../plans/change-type.ts';
import { requestedTypeOf, type TaskWithId } from './assign-ids.ts';
import { differingFields } from './differing-fields.ts';
import { conditionEdits, dependencyEdits } from './gate-edits.ts';

/** A task of the plan, and its requested state. */
export interface TaskChange {
  readonly task: Task;
  readonly requested: TaskWithId;
}

/** Returns the edit that unlocks a task before the other edits. */
export const unlockEdits = ({ task, requested }: TaskChange): readonly PlanEdit[] =>
  requested.locked === false && task.definition.locked ? [{ type: 'unlockTask', taskId: task.id }] : [];

export const lockEdits = ({ task, requested }: TaskChange): readonly PlanEdit[] =>
  requested.locked === true && !task.definition.locked ? [{ type: 'lockTask', taskId: task.id }] : [];

export function typeEdits({ task, requested }: TaskChange): readonly PlanEdit[] {
  const targetType = requestedTypeOf(requested, task);
  return targetType === task.definition.type ? [] : [{ type: 'changeTaskType', taskId: task.id, targetType }];
}

/** Returns the definition of a task after its type change, without the fields of the old type. */
function definitionWithType({ task, requested }: TaskChange): TaskDefinition {
  const type = requestedTypeOf(requested, task);
  if (type === task.definition.type) return task.definition;
  const script = replaceScript(task, undefined)?.fields;
  return { ...task.definition, type, ...blankOwnFields, ...taskTypeNamed(type)?.own, ...script };
}

/** Returns the passive part of a task after its type change. */
function passiveWithType({ task, requested }: TaskChange, stored: TaskPassive): TaskPassive {
  if (requestedTypeOf(requested, task) === task.definition.type) return stored;
  return { ...stored, ...replaceScript(task, undefined)?.passive };
}

/**
 * Returns the edit of a task's fields, to be applied after all tasks have been moved. `stored` is its passive part. A
 * moved task has lost its links, also after a move within its group, and is linked again here.
 */
export function fieldEdits(
  change: TaskChange,
  moved: ReadonlySet<string>,
  stored: TaskPassive = blankTaskPassive,
): readonly PlanEdit[] {
  const { task, requested } = change;
  const { id: taskId, type, tasks, conditions, dependencies, locked, links, ...fields } = requested;
  const definition = definitionWithType(change);
  const patch: TaskPatch = {
    ...differingFields<TaskDefinition>(definition, pick(blankTask, fields)),
    ...differingFields(passiveWithType(change, stored), pick(blankTaskPassive, fields)),
    ...linkPatch(
      links ?? definition.links,
      definition.links.filter(({ source, target }) => !moved.has(source) && !moved.has(target)),
      (tasks ?? task.tasks).map(({ id }) => id),
    ),
  };
  return Object.keys(patch).length === 0 ? [] : [{ type: 'updateTask', taskId, patch }];
}

/** Returns the edit that links the tasks of a new group to existing tasks, which are moved in after its creation. */
export function newLinkEdits(
  { id: taskId, links = [], tasks = [] }: TaskWithId,
  isOld: (id: string) => boolean,
): readonly PlanEdit[] {
  const createdIds = new Set(tasks.flatMap(({ id }) => (isOld(id) ? [] : id)));
  const patch = linkPatch(
    links,
    links.filter(({ source, target }) => createdIds.has(source) && createdIds.has(target)),
    tasks.map(({ id }) => id),
  );
  return Object.keys(patch).length === 0 ? [] : [{ type: 'updateTask', taskId, patch }];
}

const linkKey = ({ source, target }: Link): string => `${source} ${target}`;

/** Returns the requested links among the final members of a group, if they differ from the remaining links. */
function linkPatch(
  requested: readonly Link[],
  storedLinks: readonly Link[],
  memberIds: readonly string[],
): Pick<TaskPatch, 'links'> {
  const ids = new Set(memberIds);
  const isInside = ({ source, target }: Link) => ids.has(source) && ids.has(target);
  const remaining = new Map(storedLinks.filter(isInside).map((link) => [linkKey(link), link]));
  const links = new Map(
    requested.filter(isInside).map((link) => [linkKey(link), remaining.get(linkKey(link)) ?? link]),
  );
  if (links.size === remaining.size && [...links.keys()].every((key) => remaining.has(key))) return {};
  return { links: [...links.values()] };
}

/** Returns the edits of the conditions and dependencies of a gate. */
export function gateEdits(change: TaskChange): readonly PlanEdit[] {
  const { task, requested } = change;
  if (requestedTypeOf(requested, task) !== gateType) return [];
  const isGate = task.definition.type === gateType;
  return [
    ...(requested.conditions ? conditionEdits(task, requested.conditions, isGate) : []),
    ...(requested.dependencies ? dependencyEdits(task, requested.dependencies, isGate) : []),
  ];
}
