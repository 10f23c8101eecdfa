import { type DecisionContext, requireAll, requireData } from '../decision/context.ts';
import { toReference } from '../ids/to-reference.ts';
import { message } from '../messages/message.ts';
import { Invalid, messageOf } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';
import { bareKey } from '../model/placeholders.ts';
import { findTaskPosition, namedTask, tasksOf, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { blankVariable, passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { mayView } from '../people/access-attributes.ts';
import { deriveFields } from '../plans/build.ts';
import { isLocked } from '../plans/guards.ts';
import { requireOffered } from '../variables/offered-values.ts';
import { requireTextLimit } from '../variables/value-text-limits.ts';
import { isEmpty, valueFor } from '../variables/values.ts';

/** Values for the release that a task of a new release creates (rest-operations.md, Variables of child releases). */
export interface ChildVariables {
  /** the id of a create-release task of the template */
  readonly taskId: string;
  /** By variable key, passwords in clear text. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/** A create-release task that can get values for its release. */
export interface ChildTask {
  readonly task: Task;
  readonly creation: Creation;
  /** The id of its template, or a path of titles. */
  readonly reference: string;
}

/** Returns the reference to the template of a create-release task; null if it is only known when the task starts. */
function fixedTemplate({ definition: { variableMapping } }: Task, { templateId }: Creation): string | null {
  const reference = toReference('Release', templateId);
  return reference === null || reference.includes('${') || variableMapping.templateId !== undefined ? null : reference;
}

/**
 * Returns the tasks of a template whose releases can get values when a release of the template is created: unlocked
 * create-release tasks with a known template, in the order of the plan.
 */
export const childTasks = (template: Release): readonly ChildTask[] =>
  [...tasksOf(template)].flatMap((task) => {
    const child = childTaskOf(template, task.id);
    return typeof child === 'string' ? [] : [child];
  });

/** The reason why a task cannot get values for its release. */
type TaskFault = 'unknownTask' | 'createsNoRelease' | 'locked' | 'withoutTemplate';

function childTaskOf(template: Release, id: string): ChildTask | TaskFault {
  const taskPosition = findTaskPosition(template, id);
  if (taskPosition === undefined) return 'unknownTask';
  const { task } = taskPosition;
  const { creation } = task.definition;
  if (creation === null) return 'createsNoRelease';
  if (isLocked(taskPosition)) return 'locked';
  const reference = fixedTemplate(task, creation);
  return reference === null ? 'withoutTemplate' : { task, creation, reference };
}

const isMapped = ({ templateVariables }: Creation, { key }: Variable): boolean =>
  templateVariables.some((mapped) => bareKey(mapped.key) === key && !isEmpty(mapped.value));

/**
 * Returns the variables that the user sets when the parent release is created: those that the template of the task
 * shows then, and for which the task has no value.
 */
export const openVariables = ({ creation }: ChildTask, variables: readonly Variable[]): readonly Variable[] =>
  variables.filter((variable) => variable.showOnReleaseStart && !isMapped(creation, variable));

/**
 * Returns the template of a new release with the values in its create-release tasks. The user can only set variables of
 * templates that they can view. Throws Invalid.
 */
export function withChildVariables(
  template: Release,
  requests: readonly ChildVariables[],
  context: DecisionContext,
): Release {
  const ids = requests.map(({ taskId }) => taskId);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw new Invalid(message('childVariables.duplicateTask', { id: duplicate }));
  const children = requests.map(({ taskId, variables }) => ({ child: requireChildTask(template, taskId), variables }));
  requireAll(
    children.map(
      ({ child }) =>
        () =>
          visibleTemplate(child, context),
    ),
  );
  const filled = children.map(({ child, variables }) => ({ child, values: valuesFor(child, variables, context) }));
  requireTextLimit(filled.flatMap(({ values }) => values));
  return filled.reduce((plan, { child, values }) => withTask(plan, withValues(child, values)), template);
}

function requireChildTask(template: Release, id: string): ChildTask {
  const child = childTaskOf(template, id);
  if (typeof child === 'string') throw new Invalid(message(`childVariables.${child}`, { id }));
  return child;
}

/** Returns the template of the task. A template that the caller cannot view is unknown. Throws Invalid. */
function visibleTemplate({ task, reference }: ChildTask, { env: { data } }: DecisionContext): Release {
  const template = requireData(data.templates?.get(reference), { kind: 'template', id: reference });
  const viewer = template && data.childTemplateViewers?.get(template.id);
  if (template && viewer && mayView(viewer, { release: template })) return template;
  throw new Invalid(message('childVariables.unknownTemplate', { task: namedTask(task) }));
}

/** Returns the requested values as variables of the template. Throws Invalid. */
function valuesFor(
  child: ChildTask,
  requested: ChildVariables['variables'],
  context: DecisionContext,
): readonly Variable[] {
  const template = visibleTemplate(child, context);
  const rawValues = new Map(Object.entries(requested).map(([key, value]) => [bareKey(key), value]));
  const values = [...rawValues].flatMap(([key, rawValue]) => {
    const variable = requireOpenVariable(child, template, key);
    const value = explained(child, () => valueFor(key, variable.type, withoutMask(variable, rawValue)));
    if (variable.requiresValue && isEmpty(value ?? variable.value))
      throw new Invalid(message('childVariables.valueRequired', { task: namedTask(child.task), key }));
    return value === null ? [] : [{ ...variable, value }];
  });
  requireOfferedBy(child, template, values, context);
  return values.map((variable) => sealed(variable, context));
}

function requireOpenVariable(child: ChildTask, { title, variables }: Release, key: string): Variable {
  const variable = variables.find((candidate) => candidate.key === key);
  if (variable === undefined) throw new Invalid(message('childVariables.unknownVariable', { key, template: title }));
  if (!variable.showOnReleaseStart) throw new Invalid(message('childVariables.notShown', { key, template: title }));
  if (isMapped(child.creation, variable))
    throw new Invalid(message('childVariables.alreadyMapped', { task: namedTask(child.task), key }));
  return variable;
}

/** The mask keeps the password of the template. */
const withoutMask = ({ type }: Variable, value: VariableValue): VariableValue =>
  type === 'PasswordStringVariable' && value === passwordMask ? null : value;

/** Runs a check, whose refusal then names the task. */
function explained<T>({ task }: ChildTask, check: () => T): T {
  try {
    return check();
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal;
    throw new Invalid(message('childVariables.badValue', { task: namedTask(task), reason: messageOf(refusal) }));
  }
}

/**
 * Rejects values that the list boxes of the template do not offer. Texts with placeholders are checked when the task
 * creates its release, and so are lists of the folder if the task selects another folder.
 */
function requireOfferedBy(
  child: ChildTask,
  { folderId, variables: defaults }: Release,
  values: readonly Variable[],
  { env: { data } }: DecisionContext,
): void {
  const { creation, task } = child;
  const isInSameFolder = creation.folderId === null && task.definition.variableMapping.folderId === undefined;
  const readShared = (): ReadonlyMap<string, Variable> =>
    isInSameFolder
      ? requireData(data.variablesOf?.get(folderId), { kind: 'variablesOf', folderId })
      : new Map<string, Variable>();
  const entries = [...creation.templateVariables.filter(({ value }) => !isEmpty(value)), ...values];
  const variables = defaults.map((variable) => {
    const entry = entries.find(({ key }) => bareKey(key) === variable.key);
    return entry === undefined ? variable : { ...variable, value: entry.value };
  });
  for (const variable of values) {
    const { value } = variable;
    if (typeof value === 'string' && value.includes('${')) continue;
    explained(child, () => requireOffered(variable, { variables, readShared }));
  }
}

const sealed = (variable: Variable, { env }: DecisionContext): Variable =>
  variable.type === 'PasswordStringVariable' && typeof variable.value === 'string' && variable.value !== ''
    ? { ...variable, value: env.sealPassword(variable.value) }
    : variable;

/** Returns the task with these values instead of its empty ones. */
function withValues({ task, creation }: ChildTask, values: readonly Variable[]): Task {
  const keys = new Set(values.map(({ key }) => key));
  const kept = creation.templateVariables.filter((variable) => !keys.has(bareKey(variable.key)));
  const usedIds = new Set(kept.map(({ id }) => id));
  let number = 0;
  const freeId = (): string => {
    while (usedIds.has(`Variable${number}`)) number += 1;
    usedIds.add(`Variable${number}`);
    return `Variable${number}`;
  };
  const added = values.map(({ key, type, value }): Variable => ({ ...blankVariable, id: freeId(), key, type, value }));
  const changed = { ...creation, templateVariables: [...kept, ...added] };
  const definition = { ...task.definition, creation: changed };
  return { ...task, definition: { ...definition, ...deriveFields({ creation: changed }, definition.uses) } };
}
