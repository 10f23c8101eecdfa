import { known } from '../decision/context.ts';
import type { World } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { TaskDraft, TaskPatch } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { blankTask, blankTaskPassive, type Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';
import {
  byParticipants,
  commenting,
  editTask,
  lock,
  type Needed,
  neededForDates,
  needs,
} from './needed-permissions.ts';
import { isSameUser } from './standing.ts';

const flag = byParticipants(needs('release#edit_task_flag'));
const script = needs('release#edit_task_script');
const inputs = needs('release#edit_task_input_output_properties');
const blackouts = needs('release#edit_blackout');
const precondition: Needed = { anyOf: ['release#edit_precondition'], onTemplate: ['template#edit_precondition'] };
const failure: Needed = { anyOf: ['release#edit_failure_handler'], onTemplate: ['template#edit_failure_handler'] };

/** The right to change a field, where that is not the one to edit tasks (permissions.md, sections 1 and 2). */
const declared: { readonly [F in keyof TaskPatch]?: Needed } = {
  description: needs('release#edit_task_description'),
  scheduledStartDate: neededForDates,
  dueDate: neededForDates,
  plannedDuration: neededForDates,
  waitForScheduledStartDate: neededForDates,
  flagStatus: flag,
  flagComment: flag,
  tags: needs('release#edit_task_tags'),
  abortScript: script,
  variableMapping: inputs,
  externalVariableMapping: inputs,
  precondition,
  failureHandler: failure,
  taskFailureHandlerEnabled: failure,
  taskRecoverOp: failure,
  delayDuringBlackout: blackouts,
  attachments: byParticipants(needs('release#edit_task_attachments')),
  facets: needs('release#edit_task_configuration_facet'),
};

const rights: ReadonlyMap<string, Needed> = new Map(Object.entries(declared));

/** The fields whose rights the one to add tasks does not stand for, with what a task has in them that sets none. */
const apart: ReadonlyMap<string, { readonly needed: Needed; readonly blank: unknown }> = new Map(
  Object.entries({
    precondition: { needed: precondition, blank: blankTaskPassive.precondition },
    failureHandler: { needed: failure, blank: blankTaskPassive.failureHandler },
    taskFailureHandlerEnabled: { needed: failure, blank: blankTask.taskFailureHandlerEnabled },
    taskRecoverOp: { needed: failure, blank: blankTask.taskRecoverOp },
    delayDuringBlackout: { needed: blackouts, blank: blankTask.delayDuringBlackout },
    locked: { needed: lock, blank: blankTask.locked },
  } satisfies { readonly [F in keyof TaskPatch]?: { readonly needed: Needed; readonly blank: TaskPatch[F] } }),
);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/**
 * The permissions for new tasks in an existing plan, beside the permission to add them: those that an update would
 * require for their precondition, failure handler, lock and `delayDuringBlackout`. These fields run scripts as the
 * run-as user of the release, or block its other editors.
 */
export function neededForNew(drafts: readonly TaskDraft[]): readonly Needed[] {
  const all = drafts.flatMap(({ tasks = [], ...draft }) => [
    ...Object.entries(draft).flatMap(([field, value]) => {
      const right = apart.get(field);
      return right === undefined || value === undefined || value === right.blank || isBlank(value) ? [] : right.needed;
    }),
    ...neededForNew(tasks),
  ]);
  return [...new Set(all)];
}

/** What has commands of its own: an update leaves it alone. */
const leftAlone: ReadonlySet<string> = new Set(['conditions', 'dependencies', 'locked']);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that an update changes. A field that rules do not read is not loaded, so it counts as changed if it is
 * present.
 */
export function changedFields({ definition }: Task, patch: TaskPatch): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(definition));
  return Object.entries(patch)
    .filter(([field, value]) => value !== undefined && !leftAlone.has(field))
    .filter(([field, value]) => !before.has(field) || !isEqual(before.get(field), value))
    .map(([field]) => field);
}

/** Who updates a task, and what they need to see of the world for it. */
interface Updating {
  readonly caller: Caller;
  readonly world: World;
  /** The permission to assign the task to a user or to a team. */
  readonly reassign: Needed;
}

/** What an update takes: all of these, one for each field that it changes (permissions.md, section 2, PUT). */
export const neededForFields = (task: Task, patch: TaskPatch, updating: Updating): readonly Needed[] =>
  changedFields(task, patch).flatMap((field) => neededForField(field, task, patch, updating));

function neededForField(field: string, task: Task, patch: TaskPatch, updating: Updating): Needed | readonly Needed[] {
  const { caller, world, reassign } = updating;
  if (field === 'owner' || field === 'team') return reassign;
  if (field === 'watchers') {
    const { watchers } = { watchers: [], ...patch };
    return isAboutOneself(task, watchers, caller, world) ? commenting : editTask;
  }
  if (field === 'properties') return ofProperties(task);
  if (field === 'creation') return ofCreation(task, patch.creation);
  return rights.get(field) ?? editTask;
}

/** Whether a list of watchers differs from the one before in one name only, that of the caller. */
function isAboutOneself(task: Task, after: readonly string[], { username }: Caller, { passives }: World): boolean {
  const { watchers } = known(passives?.get(task.id), { kind: 'passive', id: task.id });
  const beside = (names: readonly string[]): readonly string[] => names.filter((name) => !isSameUser(name, username));
  return isEqual(beside(watchers).toSorted(), beside(after).toSorted());
}

/** What a type holds as its script, the inputs and outputs of a plugin's, or what else our own types have. */
function ofProperties({ definition }: Task): Needed {
  const type = taskTypeNamed(definition.type);
  if (type === undefined) return inputs;
  if (type.holdsScript || type.notRun !== undefined) return script;
  return type.behaviour === 'manual' ? editTask : inputs;
}

/** The values for the template's variables are inputs; the rest of the order is the task's own. */
function ofCreation({ definition }: Task, after: TaskPatch['creation']): readonly Needed[] {
  const { templateVariables: valuesBefore, ...before } = definition.creation ?? blankCreation;
  const { templateVariables: values, ...rest } = after ?? blankCreation;
  return [...(isEqual(valuesBefore, values) ? [] : [inputs]), ...(isEqual(before, rest) ? [] : [editTask])];
}
