import { blankTaskPassive, isObject, type Json, type ScriptAction, soleKey, type VariableValue } from '@slipway/domain';
import { variableValue } from '@slipway/wire';
import type { Runnable } from './request.ts';
import type { TakenUp } from './room.ts';

type Outputs = Readonly<Record<string, Json>>;

/**
 * What a plugin's task has put out, as commands on its release: kept among its properties, and written to the
 * variables that its mapping names (import-formats.md, JSON task shapes).
 */
export function outputsOf({ view, task, type }: TakenUp & Runnable, outputs: Outputs): readonly ScriptAction[] {
  if (type === null || Object.keys(outputs).length === 0) return [];
  const { properties } = view.rest.tasks.get(task.id) ?? blankTaskPassive;
  const { pythonScript } = properties;
  const kept = isObject(pythonScript)
    ? { ...properties, pythonScript: { ...pythonScript, ...outputs } }
    : { ...properties, ...outputs };
  return [
    { type: 'updateTask', taskId: task.id, patch: { properties: kept } },
    ...Object.entries(outputs).flatMap(([name, value]) => toVariable({ view, task }, name, value)),
  ];
}

function toVariable(
  { view, task }: Pick<TakenUp, 'view' | 'task'>,
  name: string,
  value: Json,
): readonly ScriptAction[] {
  const { variableMapping } = task.definition;
  const written = variableMapping[`pythonScript.${name}`] ?? variableMapping[name];
  const key = written === undefined ? null : soleKey(written);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable === undefined) return [];
  return [{ type: 'updateVariable', variableId: variable.id, patch: { value: asValue(value) } }];
}

/** A value that a variable may have; anything else is its JSON text. */
export function asValue(value: Json): VariableValue {
  const read = variableValue.safeParse(value);
  return read.success ? read.data : JSON.stringify(value);
}
