import type { Task, TaskPassive } from '../model/task.ts';
import { deriveFields } from './build.ts';

/**
 * Returns the changed fields of a task when its plugin script is replaced or removed. Returns undefined if the task has
 * no plugin script before and after the change.
 */
export function replaceScript({ definition }: Task, scriptType: string | undefined) {
  if (scriptType === undefined && definition.scriptType === null) return undefined;
  const properties: TaskPassive['properties'] = scriptType === undefined ? {} : { pythonScript: { type: scriptType } };
  const variableMapping = Object.fromEntries(
    Object.entries(definition.variableMapping).filter(([field]) => !field.startsWith('pythonScript.')),
  );
  return { fields: { ...deriveFields({ properties }, definition.uses), variableMapping }, passive: { properties } };
}
