import { requireData } from '../decision/context.ts';
import type { DecisionData } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { TaskDraft, TaskPatch } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { blankTask, blankTaskPassive, type Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';
import { isSameUser } from './access-attributes.ts';
import {
  neededForDates,
  neededToComment,
  neededToEditTask,
  neededToLock,
  needPermissions,
  orParticipant,
  type PermissionRequirement,
} from './needed-permissions.ts';

const flag = orParticipant(needPermissions('release#edit_task_flag'));
const script = needPermissions('release#edit_task_script');
const inputs = needPermissions('release#edit_task_input_output_properties');
const blackouts = needPermissions('release#edit_blackout');
const precondition: PermissionRequirement = {
  anyOf: ['release#edit_precondition'],
  onTemplate: ['template#edit_precondition'],
};
const failure: PermissionRequirement = {
  anyOf: ['release#edit_failure_handler'],
  onTemplate: ['template#edit_failure_handler'],
};

/**
 * The permission to change a field, if it differs from the permission to edit tasks (permissions.md, sections 1 and 2).
 */
const declared: { readonly [F in keyof TaskPatch]?: PermissionRequirement } = {
  description: needPermissions('release#edit_task_description'),
  scheduledStartDate: neededForDates,
  dueDate: neededForDates,
  plannedDuration: neededForDates,
  waitForScheduledStartDate: neededForDates,
  flagStatus: flag,
  flagComment: flag,
  tags: needPermissions('release#edit_task_tags'),
  abortScript: script,
  variableMapping: inputs,
  externalVariableMapping: inputs,
  precondition,
  failureHandler: failure,
  taskFailureHandlerEnabled: failure,
  taskRecoverOp: failure,
  delayDuringBlackout: blackouts,
  attachments: orParticipant(needPermissions('release#edit_task_attachments')),
  facets: needPermissions('release#edit_task_configuration_facet'),
};

/** The permission to change each script of a task. `script` is the own script of its type. */
export const neededByScript = { script, abortScript: script, precondition, failureHandler: failure } as const;

/** The fields of tasks with a permission of their own. */
export const neededByTaskField: ReadonlyMap<string, PermissionRequirement> = new Map(Object.entries(declared));

interface SeparateField {
  readonly field: keyof TaskPatch & keyof TaskDraft;
  readonly needed: PermissionRequirement;
  readonly blank: unknown;
}

/** The fields that the permission to add tasks does not cover, with the permission and the default of each. */
const separateFields: readonly SeparateField[] = [
  { field: 'precondition', needed: precondition, blank: blankTaskPassive.precondition },
  { field: 'failureHandler', needed: failure, blank: blankTaskPassive.failureHandler },
  { field: 'taskFailureHandlerEnabled', needed: failure, blank: blankTask.taskFailureHandlerEnabled },
  { field: 'taskRecoverOp', needed: failure, blank: blankTask.taskRecoverOp },
  { field: 'delayDuringBlackout', needed: blackouts, blank: blankTask.delayDuringBlackout },
  { field: 'locked', needed: neededToLock, blank: blankTask.locked },
];

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/**
 * Returns the permissions for new tasks in an existing plan, in addition to the permission to add tasks. An update
 * requires the same permissions for the precondition, failure handler, lock and `delayDuringBlackout`. These fields run
 * scripts as the run-as user of the release, or block its other editors.
 */
export function neededForNewTasks(drafts: readonly TaskDraft[]): readonly PermissionRequirement[] {
  const all = drafts.flatMap((draft) => [
    ...separateFields
      .filter(({ field, blank }) => {
        const value = draft[field];
        return value !== undefined && value !== blank && !isBlank(value);
      })
      .map(({ needed }) => needed),
    ...neededForNewTasks(draft.tasks ?? []),
  ]);
  return [...new Set(all)];
}

/** The fields with their own commands, which an update ignores. */
const ignoredFields: ReadonlySet<string> = new Set(['conditions', 'dependencies', 'locked']);

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the fields that an update changes. The passive fields of a task are not loaded here, so that each present one
 * counts as changed.
 */
export function changedFields({ definition }: Task, patch: TaskPatch): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(definition));
  return Object.entries(patch)
    .filter(([field, value]) => value !== undefined && !ignoredFields.has(field))
    .filter(([field, value]) => !before.has(field) || !isEqual(before.get(field), value))
    .map(([field]) => field);
}

/** The caller of an update, and the data for its permission check. */
interface UpdateCheck {
  readonly caller: Caller;
  readonly data: DecisionData;
  /** The permission to assign the task to a user or to a team. */
  readonly reassign: PermissionRequirement;
}

/** Returns the required permissions of an update, one for each changed field (permissions.md, section 2, PUT). */
export const neededForFields = (task: Task, patch: TaskPatch, update: UpdateCheck): readonly PermissionRequirement[] =>
  changedFields(task, patch).flatMap((field) => neededForField(field, task, patch, update));

function neededForField(
  field: string,
  task: Task,
  patch: TaskPatch,
  update: UpdateCheck,
): PermissionRequirement | readonly PermissionRequirement[] {
  const { caller, data, reassign } = update;
  if (field === 'owner' || field === 'team') return reassign;
  if (field === 'watchers') {
    const { watchers } = { watchers: [], ...patch };
    return changesOnlyCaller(task, watchers, caller, data) ? neededToComment : neededToEditTask;
  }
  if (field === 'properties') return neededForProperties(task);
  if (field === 'creation') return neededForCreation(task, patch.creation);
  return neededByTaskField.get(field) ?? neededToEditTask;
}

/** Whether the caller is the only watcher who is added or removed. */
function changesOnlyCaller(
  task: Task,
  after: readonly string[],
  { username }: Caller,
  { passives }: DecisionData,
): boolean {
  const { watchers } = requireData(passives?.get(task.id), { kind: 'passive', id: task.id });
  const withoutCaller = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !isSameUser(name, username));
  return isEqual(withoutCaller(watchers).toSorted(), withoutCaller(after).toSorted());
}

/**
 * Returns the permission to change the properties of a task type: a script, the inputs and outputs of a plugin, or
 * other fields.
 */
function neededForProperties({ definition }: Task): PermissionRequirement {
  const type = taskTypeNamed(definition.type);
  if (type === undefined) return inputs;
  if (type.hasOwnScript || type.manualReason !== undefined) return script;
  return type.behavior === 'manual' || type.behavior === 'mail' ? neededToEditTask : inputs;
}

/**
 * The values for the variables of the template are inputs. The other fields require the permission to edit the task.
 */
function neededForCreation({ definition }: Task, after: TaskPatch['creation']): readonly PermissionRequirement[] {
  const { templateVariables: valuesBefore, ...before } = definition.creation ?? blankCreation;
  const { templateVariables: values, ...rest } = after ?? blankCreation;
  return [...(isEqual(valuesBefore, values) ? [] : [inputs]), ...(isEqual(before, rest) ? [] : [neededToEditTask])];
}
