import type { Task, TaskPassive } from '../model/task.ts';
import { deriveFields } from './build.ts';

/** The fields of a task whose script of a plugin is replaced or removed; undefined: it has none before and after. */
export function replaceScript({ definition }: Task, scriptType: string | undefined) {
  if (scriptType === undefined && definition.scriptType === null) return undefined;
  const properties: TaskPassive['properties'] = scriptType === undefined ? {} : { pythonScript: { type: scriptType } };
  const variableMapping = Object.fromEntries(
    Object.entries(definition.variableMapping).filter(([field]) => !field.startsWith('pythonScript.')),
  );
  return { fields: { ...deriveFields({ properties }, definition.uses), variableMapping }, passive: { properties } };
}
