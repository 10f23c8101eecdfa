import { isDeepStrictEqual } from 'node:util';
import {
  blankTaskPassive,
  type Command,
  isObject,
  type Json,
  normalizeOutput,
  type Outputs,
  soleKey,
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

/** What a plugin's task has put out, as it is kept; null for nothing. */
export interface StoredOutputs {
  readonly outputs: Outputs | null;
  /** what that means to the variables that its mapping names (import-formats.md, JSON task shapes) */
  readonly actions: readonly Command[];
}

/**
 * What a task's script has put out: it is kept among the task's properties, passwords sealed, and written to variables;
 * what it said of its progress lies beside them. What it was given and has left as it was is not put out again. Throws
 * Invalid for what a property or a variable cannot hold.
 */
export async function outputsOf(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  left: Values,
  statusLine: string | null,
): Promise<StoredOutputs> {
  const { view, task, type, script } = run;
  const values = type === null ? left : changedBy(run, { ...left, ...shapedBy(type, left) });
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
  return {
    outputs: { names, properties: kept },
    actions: names.flatMap((name) => toVariable(context, run, name, values[name] ?? null)),
  };
}

const shapedBy = ({ properties }: PluginType, left: Values): Values =>
  Object.fromEntries(
    properties.flatMap((property) => {
      const value = left[property.name];
      return value === undefined ? [] : [[property.name, normalizeOutput(property, value)]];
    }),
  );

/** A script finds every name that it may set; what had no value and has none has not been set. */
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

function toVariable(
  { seal }: ScriptContext,
  { view, task }: ClaimedRun,
  name: string,
  value: Json,
): readonly Command[] {
  const { variableMapping } = task.definition;
  const written = variableMapping[`pythonScript.${name}`] ?? variableMapping[name];
  const key = written === undefined ? null : soleKey(written);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable === undefined) return [];
  const patch = { value: fitting(variable, value) };
  const command = { type: 'updateVariable', variableId: variable.id, patch } as const;
  return [sealCommand(seal, view.release, command)];
}
