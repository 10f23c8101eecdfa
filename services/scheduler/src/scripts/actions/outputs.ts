import { isDeepStrictEqual } from 'node:util';
import { mergedProperties, sealSecrets } from '@slipway/api-schema/plans';
import { parseOptionsFor } from '@slipway/application/plans';
import { valueForVariable } from '@slipway/application/scripts';
import type { Command } from '@slipway/domain/commands';
import { normalizeOutput } from '@slipway/domain/configurations';
import { maxCommentLength, type Outputs } from '@slipway/domain/decision';
import { type Message, message, textOf } from '@slipway/domain/messages';
import {
  blankTaskPassive,
  Invalid,
  isObject,
  type Json,
  messageOf,
  soleKey,
  truncate,
  type Variable,
  type VariableType,
} from '@slipway/domain/model';
import { sealCommand } from '@slipway/engine';
import { isScriptOutput, type PluginType } from '@slipway/plugins';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { isContinuation } from '../request/inputs.ts';
import type { RunRequest } from '../request/request.ts';

type Values = Readonly<Record<string, Json>>;

/** Returns the stored outputs of a plugin's task; null for none. */
export interface StoredOutputs {
  readonly outputs: Outputs | null;
  /** updates of mapped variables (file-formats.md, JSON task shapes), and a comment with warnings */
  readonly actions: readonly Command[];
}

/**
 * Returns the outputs of a task's script, to store them in the properties of the task and in mapped variables.
 * Passwords are encrypted, and the status line is included. An unchanged input is not an output. If a property or
 * variable cannot hold a value, the finished task does not fail, but gets a comment.
 */
export async function outputsOf(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  results: Values,
  statusLine: string | null,
): Promise<StoredOutputs> {
  const { view, task, type, script } = run;
  const normalized = type === null ? [] : normalizedOutputs(type, results);
  const stores = Object.fromEntries(normalized.map(({ name, value }) => [name, value]));
  const values = type === null ? results : changedValues(run, { ...results, ...stores });
  const names = type === null ? [] : Object.keys(values);
  const progress: Values = script.purpose === 'task' && statusLine !== null ? { statusLine } : {};
  const stored = (view.details.tasks.get(task.id) ?? blankTaskPassive).properties;
  const properties = type === null || isContinuation(run) ? stored : withoutPreviousOutputs(type, stored);
  if (names.length === 0 && progress.statusLine === undefined && properties === stored)
    return { outputs: null, actions: [] };
  const { pythonScript } = properties;
  const sealedValues = type === null ? {} : sealSecrets(type.name, values, await parseOptionsFor(context));
  const isBelow = isObject(pythonScript) && typeof pythonScript.type === 'string';
  const merged = isBelow
    ? { ...properties, ...progress, pythonScript: { ...pythonScript, ...sealedValues } }
    : mergedProperties({ ...properties, ...progress }, sealedValues);
  const updates = names.map((name) => toVariable(context, run, name, values[name] ?? null));
  const warnings = [
    ...normalized.flatMap(({ name, warning }) => (names.includes(name) && warning !== null ? [warning] : [])),
    ...updates.flatMap(({ warning }) => warning ?? []),
  ];
  const comment = warnings.length === 0 ? [] : [warningComment(task.id, warnings)];
  return {
    outputs: { names, properties: merged },
    actions: [...updates.flatMap(({ command }) => command ?? []), ...comment],
  };
}

const warningComment = (taskId: string, warnings: readonly Message[]): Command => ({
  type: 'commentTask',
  taskId,
  comment: truncate(
    warnings.map((warning) => textOf(message('output.warning', { warning }))).join('\n'),
    maxCommentLength,
  ),
});

const normalizedOutputs = ({ properties }: PluginType, results: Values) =>
  properties.flatMap((property) => {
    const value = results[property.name];
    // The scripts of a task use such a property to pass a value of any type.
    const isState = property.category === 'script' && property.kind === 'string';
    return value === undefined || isState ? [] : [{ name: property.name, ...normalizeOutput(property, value) }];
  });

/**
 * Returns the values that the script has set. All output names exist before the run, so a value that stays empty was
 * not set.
 */
const changedValues = (run: ClaimedRun & RunRequest, results: Values): Values =>
  Object.fromEntries(
    Object.entries(results).filter(([name, value]) => {
      const isSame = isDeepStrictEqual(value, run.request.inputs[name]);
      return !isSame || (value !== null && !isContinuation(run));
    }),
  );

/** Removes the outputs of an earlier attempt from the properties. */
function withoutPreviousOutputs({ properties }: PluginType, stored: Values): Values {
  const names = new Set(properties.filter(isScriptOutput).map(({ name }) => name));
  const isPrevious = (name: string) => names.has(name);
  const withoutPrevious = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !isPrevious(name)));
  const { pythonScript } = stored;
  if (isObject(pythonScript) && Object.keys(pythonScript).some(isPrevious))
    return { ...withoutPrevious(stored), pythonScript: withoutPrevious(pythonScript) };
  return Object.keys(stored).some(isPrevious) ? withoutPrevious(stored) : stored;
}

const kindOfVariable: Partial<Readonly<Record<VariableType, string>>> = {
  ListStringVariable: 'list_of_string',
  SetStringVariable: 'set_of_string',
  MapStringStringVariable: 'map_string_string',
};

/** Converts the members of a list or map to texts if the variable has another kind than the output. */
function withTexts({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): Json {
  const kind = kindOfVariable[type];
  if (kind === undefined || value === null) return value;
  const stored = normalizeOutput({ name: key, kind }, value);
  return stored.warning === null ? stored.value : value;
}

interface VariableUpdate {
  readonly command?: Command;
  /** the reason why the mapped variable keeps its value */
  readonly warning?: Message;
}

function toVariable({ seal }: ScriptContext, { view, task }: ClaimedRun, name: string, value: Json): VariableUpdate {
  const { variableMapping } = task.definition;
  const mapping = variableMapping[`pythonScript.${name}`] ?? variableMapping[name];
  const key = mapping === undefined ? null : soleKey(mapping);
  const variable = view.release.variables.find((candidate) => candidate.key === key);
  if (variable === undefined) return {};
  try {
    const patch = { value: valueForVariable(variable, withTexts(variable, value)) };
    const command = { type: 'updateVariable', variableId: variable.id, patch } as const;
    return { command: sealCommand(seal, view.release, command) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { warning: message('output.variableUnchanged', { reason: messageOf(error) }) };
  }
}
