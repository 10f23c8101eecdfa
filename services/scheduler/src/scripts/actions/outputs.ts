import { isDeepStrictEqual } from 'node:util';
import {
  blankTaskPassive,
  type Command,
  cut,
  Invalid,
  isObject,
  type Json,
  longestComment,
  normalizeOutput,
  type Outputs,
  soleKey,
  type Variable,
  type VariableType,
} from '@slipway/domain';
import { sealCommand } from '@slipway/engine';
import { isLeftByScripts, type PluginType } from '@slipway/plugins';
import { readingOf } from '@slipway/resources';
import { mergedProperties, sealed } from '@slipway/wire';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { goesOn } from '../request/left-behind.ts';
import type { RunRequest } from '../request/request.ts';
import { fitting } from './variable-values.ts';

type Values = Readonly<Record<string, Json>>;

/** The stored outputs of a plugin's task; null for none. */
export interface StoredOutputs {
  readonly outputs: Outputs | null;
  /** updates of the variables that its mapping names (file-formats.md, JSON task shapes), and a comment with warnings */
  readonly actions: readonly Command[];
}

/**
 * Returns the outputs of a task's script: they are stored among the task's properties, passwords sealed, and written to
 * variables, with the status line beside them. An unchanged input is no output. A value that a property or a variable
 * cannot hold does not fail the task, whose work is done: it results in a comment.
 */
export async function outputsOf(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  left: Values,
  statusLine: string | null,
): Promise<StoredOutputs> {
  const { view, task, type, script } = run;
  const shaped = type === null ? [] : shapedBy(type, left);
  const stores = Object.fromEntries(shaped.map(({ name, value }) => [name, value]));
  const values = type === null ? left : changedBy(run, { ...left, ...stores });
  const names = type === null ? [] : Object.keys(values);
  const progress: Values = script.purpose === 'task' && statusLine !== null ? { statusLine } : {};
  const stored = (view.rest.tasks.get(task.id) ?? blankTaskPassive).properties;
  const properties = type === null || goesOn(run) ? stored : withoutLeft(type, stored);
  if (names.length === 0 && progress.statusLine === undefined && properties === stored)
    return { outputs: null, actions: [] };
  const { pythonScript } = properties;
  const hidden = type === null ? {} : sealed(type.name, values, await readingOf(context));
  const isBelow = isObject(pythonScript) && typeof pythonScript.type === 'string';
  const kept = isBelow
    ? { ...properties, ...progress, pythonScript: { ...pythonScript, ...hidden } }
    : mergedProperties({ ...properties, ...progress }, hidden);
  const updates = names.map((name) => toVariable(context, run, name, values[name] ?? null));
  const warnings = [
    ...shaped.flatMap(({ name, warning }) => (names.includes(name) && warning !== null ? [warning] : [])),
    ...updates.flatMap(({ warning }) => warning ?? []),
  ];
  const comment = warnings.length === 0 ? [] : [warningComment(task.id, warnings)];
  return {
    outputs: { names, properties: kept },
    actions: [...updates.flatMap(({ command }) => command ?? []), ...comment],
  };
}

const warningComment = (taskId: string, warnings: readonly string[]): Command => ({
  type: 'commentTask',
  taskId,
  comment: cut(warnings.map((warning) => `Warning: ${warning}.`).join('\n'), longestComment),
});

const shapedBy = ({ properties }: PluginType, left: Values) =>
  properties.flatMap((property) => {
    const value = left[property.name];
    // Scripts of one task pass such a value to each other, of any type.
    const isState = property.category === 'script' && property.kind === 'string';
    return value === undefined || isState ? [] : [{ name: property.name, ...normalizeOutput(property, value) }];
  });

/** A script finds every name that it may set; a variable without a value before and after was not set. */
const changedBy = (run: ClaimedRun & RunRequest, left: Values): Values =>
  Object.fromEntries(
    Object.entries(left).filter(([name, value]) => {
      const isSame = isDeepStrictEqual(value, run.request.inputs[name]);
      return !isSame || (value !== null && !goesOn(run));
    }),
  );

/** The same properties where nothing that an earlier try has left is among them. */
function withoutLeft({ properties }: PluginType, stored: Values): Values {
  const names = new Set(properties.filter(isLeftByScripts).map(({ name }) => name));
  const isOld = (name: string) => names.has(name);
  const without = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !isOld(name)));
  const { pythonScript } = stored;
  if (isObject(pythonScript) && Object.keys(pythonScript).some(isOld))
    return { ...without(stored), pythonScript: without(pythonScript) };
  return Object.keys(stored).some(isOld) ? without(stored) : stored;
}

const kindOfVariable: Partial<Readonly<Record<VariableType, string>>> = {
  ListStringVariable: 'list_of_string',
  SetStringVariable: 'set_of_string',
  MapStringStringVariable: 'map_string_string',
};

/** The members of a list or map as texts, where the property of the output has another kind than the variable. */
function withTexts({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): Json {
  const kind = kindOfVariable[type];
  if (kind === undefined || value === null) return value;
  const stored = normalizeOutput({ name: key, kind }, value);
  return stored.warning === null ? stored.value : value;
}

interface VariableUpdate {
  readonly command?: Command;
  /** why the mapped variable keeps its value */
  readonly warning?: string;
}

function toVariable({ seal }: ScriptContext, { view, task }: ClaimedRun, name: string, value: Json): VariableUpdate {
  const { variableMapping } = task.definition;
  const written = variableMapping[`pythonScript.${name}`] ?? variableMapping[name];
  const key = written === undefined ? null : soleKey(written);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable === undefined) return {};
  try {
    const patch = { value: fitting(variable, withTexts(variable, value)) };
    const command = { type: 'updateVariable', variableId: variable.id, patch } as const;
    return { command: sealCommand(seal, view.release, command) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { warning: `${error.message}; the variable keeps its value` };
  }
}
