import {
  blankTaskPassive,
  isObject,
  type Json,
  type Outputs,
  putOut,
  type ScriptAction,
  soleKey,
  type Variable,
  type VariableValue,
  valueFor,
} from '@slipway/domain';
import { sealCommand } from '@slipway/engine';
import type { PluginType } from '@slipway/plugins';
import { laidBeside, sealed, variableValue } from '@slipway/wire';
import type { Scripting, TakenUp } from '../context/context.ts';
import type { Runnable } from '../request/request.ts';
import { readingOf } from './changes.ts';

type Values = Readonly<Record<string, Json>>;

/** What a plugin's task has put out, as it is kept; null for nothing. */
export interface Kept {
  readonly outputs: Outputs | null;
  /** what that means to the variables that its mapping names (import-formats.md, JSON task shapes) */
  readonly actions: readonly ScriptAction[];
}

/**
 * What a task's script has put out: it is kept among the task's properties, passwords sealed, and written to variables;
 * what it said of its progress lies beside them. Throws Invalid for what a property or a variable cannot hold.
 */
export async function outputsOf(
  scripting: Scripting,
  taken: TakenUp & Runnable,
  left: Values,
  statusLine: string | null,
): Promise<Kept> {
  const { view, task, type, script } = taken;
  const values = type === null ? left : { ...left, ...shapedBy(type, left) };
  const names = type === null ? [] : Object.keys(values);
  const said: Values = script.purpose === 'task' && statusLine !== null ? { statusLine } : {};
  if (names.length === 0 && said.statusLine === undefined) return { outputs: null, actions: [] };
  const { properties } = view.rest.tasks.get(task.id) ?? blankTaskPassive;
  const { pythonScript } = properties;
  const hidden = type === null ? {} : sealed(type.name, values, await readingOf(scripting));
  const isBelow = isObject(pythonScript) && typeof pythonScript.type === 'string';
  const kept = isBelow
    ? { ...properties, ...said, pythonScript: { ...pythonScript, ...hidden } }
    : laidBeside({ ...properties, ...said }, hidden);
  return {
    outputs: { names, properties: kept },
    actions: names.flatMap((name) => toVariable(scripting, taken, name, values[name] ?? null)),
  };
}

const shapedBy = ({ properties }: PluginType, left: Values): Values =>
  Object.fromEntries(
    properties.flatMap((property) => {
      const value = left[property.name];
      return value === undefined ? [] : [[property.name, putOut(property, value)]];
    }),
  );

function toVariable({ seal }: Scripting, { view, task }: TakenUp, name: string, value: Json): readonly ScriptAction[] {
  const { variableMapping } = task.definition;
  const written = variableMapping[`pythonScript.${name}`] ?? variableMapping[name];
  const key = written === undefined ? null : soleKey(written);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable === undefined) return [];
  const patch = { value: fitting(variable, value) };
  const command = { type: 'updateVariable', variableId: variable.id, patch } as const;
  return [sealCommand(seal, view.release, command)];
}

/**
 * The value as this variable may hold it; a variable of text takes a list or map as its JSON. Throws Invalid: a script
 * that leaves what cannot be kept has failed (decisions.md, Scripts).
 */
export function fitting({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): VariableValue {
  const isText = type === 'StringVariable' || type === 'PasswordStringVariable' || type === 'ReferenceVariable';
  return valueFor(key, type, isText && typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
}

/** A value that a variable may have; anything else is its JSON text. */
export function asValue(value: Json): VariableValue {
  const read = variableValue.safeParse(value);
  return read.success ? read.data : JSON.stringify(value);
}
