import { targetId } from '../ids/ids.ts';
import type { TaskPatch } from '../model/draft.ts';
import { isObject } from '../model/json.ts';
import { type Creation, withOwnTexts } from '../model/own-fields.ts';
import { fill, fillDeep, soleKey, textOf } from '../model/placeholders.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

/** One variable for another, or for a value that is the same from now on. */
export interface Swap {
  readonly gone: Pick<Variable, 'id' | 'key'>;
  readonly by:
    | { readonly kind: 'variable'; readonly key: string; readonly id: string | null }
    | { readonly kind: 'value'; readonly value: VariableValue };
}

const written = ({ by }: Swap): string => (by.kind === 'variable' ? `\${${by.key}}` : textOf(by.value));

/** The text with every placeholder of the variable swapped. */
const swapped = (text: string, swap: Swap): string => fill(text, { [swap.gone.key]: written(swap) });

const swappedOrNull = (text: string | null, swap: Swap): string | null => (text === null ? null : swapped(text, swap));

/** The variable with the placeholders in its value swapped; sealed values hold none. */
export function swappedInVariable(variable: Variable, swap: Swap): Variable {
  const { type, value, valueProvider } = variable;
  const isText = type !== 'PasswordStringVariable' && value !== null && typeof value !== 'number';
  return {
    ...variable,
    value: isText ? swappedValue(value, swap) : value,
    valueProvider: fillDeep(valueProvider, { [swap.gone.key]: written(swap) }),
  };
}

function swappedValue(value: Exclude<VariableValue, null | number>, swap: Swap): VariableValue {
  if (typeof value === 'string') return swapped(value, swap);
  if (typeof value === 'boolean') return value;
  if (isList(value)) return value.map((item) => swapped(item, swap));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, swapped(item, swap)]));
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** What changes of a task when a variable is swapped in everything that it says. */
export function swappedInTask({ definition }: Task, passive: TaskPassive, swap: Swap): TaskPatch {
  const { creation, ...own } = withOwnTexts(definition, (text) => swapped(text, swap));
  const filled = Object.entries(passive.properties).map(([name, value]) => [
    name,
    fillDeep(value, { [swap.gone.key]: written(swap) }),
  ]);
  const texts: TaskPatch = {
    title: swapped(definition.title, swap),
    owner: swappedOrNull(definition.owner, swap),
    team: swappedOrNull(definition.team, swap),
    description: swappedOrNull(passive.description, swap),
    precondition: swappedOrNull(passive.precondition, swap),
    failureHandler: swappedOrNull(passive.failureHandler, swap),
    abortScript: swappedOrNull(passive.abortScript, swap),
    properties: Object.fromEntries(filled),
    inputs: swappedInputs(definition.inputs, swap),
    ...own,
    // a value that takes the place of a variable may be an id in any written form; a plan keeps its last segment
    dependencies: own.dependencies.map(({ id, target }) => ({ id, target: targetId(target) ?? target })),
    ...(creation && { creation: withSwappedVariables(creation, swap) }),
  };
  return { ...texts, ...swappedMapping(definition, texts, swap) };
}

function swappedInputs(inputs: readonly string[], { gone, by }: Swap): readonly string[] {
  const other = by.kind === 'variable' ? by.id : null;
  return [...new Set(inputs.flatMap((id) => (id === gone.id ? (other ?? []) : id)))];
}

/** The creation with the variable swapped in the values that it gives, and as the one that receives the new id. */
function withSwappedVariables(creation: Creation, swap: Swap): Creation {
  const { templateVariables, createdReleaseId } = creation;
  const loses = swap.by.kind === 'value' && createdReleaseId !== null && soleKey(createdReleaseId) === swap.gone.key;
  return {
    ...creation,
    templateVariables: templateVariables.map((variable) => swappedInVariable(variable, swap)),
    createdReleaseId: loses ? null : swappedOrNull(createdReleaseId, swap),
  };
}

/** A field that was taken from the variable is taken from the other one, or holds the value itself. */
function swappedMapping({ variableMapping }: TaskDefinition, texts: TaskPatch, swap: Swap): TaskPatch {
  const entries = Object.entries(variableMapping);
  const fields = entries.filter(([, from]) => soleKey(from) === swap.gone.key).map(([field]) => field);
  if (fields.length === 0) return {};
  const { by } = swap;
  if (by.kind === 'variable') {
    return { variableMapping: Object.fromEntries(entries.map(([field, from]) => [field, swapped(from, swap)])) };
  }
  let patch: TaskPatch = { variableMapping: Object.fromEntries(entries.filter(([field]) => !fields.includes(field))) };
  for (const field of fields) patch = { ...patch, ...holding(field, by.value, { ...texts, ...patch }) };
  return patch;
}

function holding(field: string, value: VariableValue, { properties = {} }: TaskPatch): TaskPatch {
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
