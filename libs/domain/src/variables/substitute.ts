import { targetId } from '../ids/ids.ts';
import type { TaskPatch } from '../model/draft.ts';
import { isObject } from '../model/json.ts';
import { type Creation, withOwnTexts } from '../model/own-fields.ts';
import { fill, fillDeep, soleKey, textOf } from '../model/placeholders.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

/** One variable for another, or for a value that is the same from now on. */
export interface Substitution {
  readonly replaced: Pick<Variable, 'id' | 'key'>;
  readonly by:
    | { readonly kind: 'variable'; readonly key: string; readonly id: string | null }
    | { readonly kind: 'value'; readonly value: VariableValue };
}

/** The text in place of the variable's placeholder. */
const replacementText = ({ by }: Substitution): string => (by.kind === 'variable' ? `\${${by.key}}` : textOf(by.value));

/** The text with every placeholder of the variable substituted. */
const substituteText = (text: string, substitution: Substitution): string =>
  fill(text, { [substitution.replaced.key]: replacementText(substitution) });

const substituteNullable = (text: string | null, substitution: Substitution): string | null =>
  text === null ? null : substituteText(text, substitution);

/** The variable with the placeholders in its value substituted; sealed values hold none. */
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

/** The changes of a task when a variable is substituted in all its texts. */
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
    // a value that takes the place of a variable may be an id in any written form; a plan keeps its last segment
    dependencies: own.dependencies.map(({ id, target }) => ({ id, target: targetId(target) ?? target })),
    ...(creation && { creation: substituteInCreation(creation, substitution) }),
  };
  return { ...texts, ...substituteMapping(definition, texts, substitution) };
}

function substituteInputs(inputs: readonly string[], { replaced, by }: Substitution): readonly string[] {
  const replacementId = by.kind === 'variable' ? by.id : null;
  return [...new Set(inputs.flatMap((id) => (id === replaced.id ? (replacementId ?? []) : id)))];
}

/** The creation with the variable substituted in the values that it gives, and as the one that receives the new id. */
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

/** A field that was taken from the variable is taken from the other one, or holds the value itself. */
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
