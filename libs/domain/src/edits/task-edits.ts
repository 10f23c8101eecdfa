import type { PlanEdit } from '../decision/plan-commands.ts';
import type { TaskPatch } from '../model/draft.ts';
import { blankOwnFields, type Link } from '../model/own-fields.ts';
import { blankTask, blankTaskPassive, type Task, type TaskDefinition, type TaskPassive } from '../model/task.ts';
import { gateType, taskTypeNamed } from '../model/task-types.ts';
import { pick } from '../plans/build.ts';
import { scriptAs } from '../plans/change-type.ts';
import { differingFields } from './differing-fields.ts';
import { conditionEdits, dependencyEdits } from './gate-edits.ts';
import { type KnownTask, typeOf } from './identified.ts';

/** A task of the plan, and how it is wanted. */
export interface TaskChange {
  readonly task: Task;
  readonly wanted: KnownTask;
}

/** What takes the lock off a task, so that the rest can be done. */
export const unlockEdits = ({ task, wanted }: TaskChange): readonly PlanEdit[] =>
  wanted.locked === false && task.definition.locked ? [{ type: 'unlockTask', taskId: task.id }] : [];

export const lockEdits = ({ task, wanted }: TaskChange): readonly PlanEdit[] =>
  wanted.locked === true && !task.definition.locked ? [{ type: 'lockTask', taskId: task.id }] : [];

export function typeEdits({ task, wanted }: TaskChange): readonly PlanEdit[] {
  const targetType = typeOf(wanted, task);
  return targetType === task.definition.type ? [] : [{ type: 'changeTaskType', taskId: task.id, targetType }];
}

/** The definition of a task after a change of its type, without the fields of the old type. */
function definitionAs({ task, wanted }: TaskChange): TaskDefinition {
  const type = typeOf(wanted, task);
  if (type === task.definition.type) return task.definition;
  const script = scriptAs(task, undefined)?.fields;
  return { ...task.definition, type, ...blankOwnFields, ...taskTypeNamed(type)?.own, ...script };
}

/** The passive part of a task once it has the type that is wanted. */
function passiveAs({ task, wanted }: TaskChange, stored: TaskPassive): TaskPassive {
  if (typeOf(wanted, task) === task.definition.type) return stored;
  return { ...stored, ...scriptAs(task, undefined)?.passive };
}

/**
 * What changes the fields of a task, when all tasks are where they are wanted; `stored` is its passive part. Tasks that
 * have moved have lost their links, within their group as well: there they are linked again.
 */
export function fieldEdits(
  change: TaskChange,
  moved: ReadonlySet<string>,
  stored: TaskPassive = blankTaskPassive,
): readonly PlanEdit[] {
  const { task, wanted } = change;
  const { id: taskId, type, tasks, conditions, dependencies, locked, links, ...fields } = wanted;
  const definition = definitionAs(change);
  const patch: TaskPatch = {
    ...differingFields<TaskDefinition>(definition, pick(blankTask, fields)),
    ...differingFields(passiveAs(change, stored), pick(blankTaskPassive, fields)),
    ...linkPatch(
      links ?? definition.links,
      definition.links.filter(({ source, target }) => !moved.has(source) && !moved.has(target)),
      (tasks ?? task.tasks).map(({ id }) => id),
    ),
  };
  return Object.keys(patch).length === 0 ? [] : [{ type: 'updateTask', taskId, patch }];
}

/** What links the tasks of a new group to those that have moved into it: it could not be made with these links. */
export function newLinkEdits(
  { id: taskId, links = [], tasks = [] }: KnownTask,
  isOld: (id: string) => boolean,
): readonly PlanEdit[] {
  const made = new Set(tasks.flatMap(({ id }) => (isOld(id) ? [] : id)));
  const patch = linkPatch(
    links,
    links.filter(({ source, target }) => made.has(source) && made.has(target)),
    tasks.map(({ id }) => id),
  );
  return Object.keys(patch).length === 0 ? [] : [{ type: 'updateTask', taskId, patch }];
}

const arrow = ({ source, target }: Link): string => `${source} ${target}`;

/** The links of a group, where those among the tasks that it has in the end differ from what is left of the old ones. */
function linkPatch(wanted: readonly Link[], old: readonly Link[], inside: readonly string[]): Pick<TaskPatch, 'links'> {
  const ids = new Set(inside);
  const isInside = ({ source, target }: Link) => ids.has(source) && ids.has(target);
  const left = new Map(old.filter(isInside).map((link) => [arrow(link), link]));
  const links = new Map(wanted.filter(isInside).map((link) => [arrow(link), left.get(arrow(link)) ?? link]));
  if (links.size === left.size && [...links.keys()].every((each) => left.has(each))) return {};
  return { links: [...links.values()] };
}

/** What changes the conditions and dependencies of a gate. */
export function gateEdits(change: TaskChange): readonly PlanEdit[] {
  const { task, wanted } = change;
  if (typeOf(wanted, task) !== gateType) return [];
  const isGate = task.definition.type === gateType;
  return [
    ...(wanted.conditions ? conditionEdits(task, wanted.conditions, isGate) : []),
    ...(wanted.dependencies ? dependencyEdits(task, wanted.dependencies, isGate) : []),
  ];
}
