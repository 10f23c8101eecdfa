import { targetId } from '../ids/ids.ts';
import type { TaskPatch } from '../model/draft.ts';
import { isObject } from '../model/json.ts';
import { type Creation, withOwnTexts } from '../model/own-fields.ts';
import { fill, fillDeep, soleKey, textOf } from '../model/placeholders.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

/** The replacement of a variable by another variable or by a constant value. */
export interface Substitution {
  readonly replaced: Pick<Variable, 'id' | 'key'>;
  readonly by:
    | { readonly kind: 'variable'; readonly key: string; readonly id: string | null }
    | { readonly kind: 'value'; readonly value: VariableValue };
}

/** Returns the text that replaces a placeholder of the variable. */
const replacementText = ({ by }: Substitution): string => (by.kind === 'variable' ? `\${${by.key}}` : textOf(by.value));

/** Replaces all placeholders of the variable in a text. */
const substituteText = (text: string, substitution: Substitution): string =>
  fill(text, { [substitution.replaced.key]: replacementText(substitution) });

const substituteNullable = (text: string | null, substitution: Substitution): string | null =>
  text === null ? null : substituteText(text, substitution);

/** Replaces the placeholders in the value of a variable. Encrypted values contain no placeholders. */
export function substituteInVariable(variable: Variable, substitution: Substitution): Variable {
  const { type, value, valueProvider } = variable;
  const isText = type !== 'PasswordStringVariable' && value !== null && typeof value !== 'number';
  return {
    ...variable,
    value: isText ? substituteValue(value, substitution) : value,
    valueProvider: fillDeep(valueProvider, { [substitution.replaced.key]: replacementText(substitution) }),
  };
}

function substituteValue(value: Exclude<VariableValue, null | number>, substitution: Substitution): VariableValue {
  if (typeof value === 'string') return substituteText(value, substitution);
  if (typeof value === 'boolean') return value;
  if (isList(value)) return value.map((item) => substituteText(item, substitution));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substituteText(item, substitution)]));
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** Returns the changes of a task when a variable is replaced in all its texts. */
export function substituteInTask({ definition }: Task, passive: TaskPassive, substitution: Substitution): TaskPatch {
  const { creation, ...own } = withOwnTexts(definition, (text) => substituteText(text, substitution));
  const properties = Object.entries(passive.properties).map(([name, value]) => [
    name,
    fillDeep(value, { [substitution.replaced.key]: replacementText(substitution) }),
  ]);
  const texts: TaskPatch = {
    title: substituteText(definition.title, substitution),
    owner: substituteNullable(definition.owner, substitution),
    team: substituteNullable(definition.team, substitution),
    description: substituteNullable(passive.description, substitution),
    precondition: substituteNullable(passive.precondition, substitution),
    failureHandler: substituteNullable(passive.failureHandler, substitution),
    abortScript: substituteNullable(passive.abortScript, substitution),
    properties: Object.fromEntries(properties),
    inputs: substituteInputs(definition.inputs, substitution),
    ...own,
    // The new value may be an id in any form. Plans store its last segment.
    dependencies: own.dependencies.map(({ id, target }) => ({ id, target: targetId(target) ?? target })),
    ...(creation && { creation: substituteInCreation(creation, substitution) }),
  };
  return { ...texts, ...substituteMapping(definition, texts, substitution) };
}

function substituteInputs(inputs: readonly string[], { replaced, by }: Substitution): readonly string[] {
  const replacementId = by.kind === 'variable' ? by.id : null;
  return [...new Set(inputs.flatMap((id) => (id === replaced.id ? (replacementId ?? []) : id)))];
}

/**
 * Replaces the variable in the values for the created release, and as the variable that receives the id of this
 * release. No variable receives the id after a replacement by a value.
 */
function substituteInCreation(creation: Creation, substitution: Substitution): Creation {
  const { templateVariables, createdReleaseId } = creation;
  const { replaced, by } = substitution;
  const losesTarget = by.kind === 'value' && createdReleaseId !== null && soleKey(createdReleaseId) === replaced.key;
  return {
    ...creation,
    templateVariables: templateVariables.map((variable) => substituteInVariable(variable, substitution)),
    createdReleaseId: losesTarget ? null : substituteNullable(createdReleaseId, substitution),
  };
}

/** Maps the fields of the replaced variable to the other variable, or sets them to the value. */
function substituteMapping(
  { variableMapping }: TaskDefinition,
  texts: TaskPatch,
  substitution: Substitution,
): TaskPatch {
  const entries = Object.entries(variableMapping);
  const fields = entries.filter(([, from]) => soleKey(from) === substitution.replaced.key).map(([field]) => field);
  if (fields.length === 0) return {};
  const { by } = substitution;
  if (by.kind === 'variable') {
    return {
      variableMapping: Object.fromEntries(entries.map(([field, from]) => [field, substituteText(from, substitution)])),
    };
  }
  let patch: TaskPatch = { variableMapping: Object.fromEntries(entries.filter(([field]) => !fields.includes(field))) };
  for (const field of fields) patch = { ...patch, ...fieldWith(field, by.value, { ...texts, ...patch }) };
  return patch;
}

function fieldWith(field: string, value: VariableValue, { properties = {} }: TaskPatch): TaskPatch {
  switch (field) {
    case 'title':
    case 'owner':
    case 'team':
    case 'description':
      return { [field]: textOf(value) };
    case 'dueDate':
    case 'scheduledStartDate':
    case 'plannedDuration':
      return typeof value === 'number' ? { [field]: value } : {};
  }
  const [name = '', ...path] = field.split('.');
  const inner = properties[name];
  if (path.length === 0 || inner === undefined || !isObject(inner))
    return { properties: { ...properties, [field]: value } };
  return { properties: { ...properties, [name]: { ...inner, [path.join('.')]: value } } };
}
