import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import type { TaskDraft } from '../model/draft.ts';
import { isObject, type Json } from '../model/json.ts';
import { blankTask, blankTaskPassive } from '../model/task.ts';
import { manualType, taskTypeNamed } from '../model/task-types.ts';
import { isSealed } from '../model/variable.ts';

/** The property with the original type of a task whose type is unknown in this installation. */
export const unknownTypeProperty = 'unknownType';

/** Returns the type that determines the behavior of a task: the type of a plugin script, otherwise the task type. */
export function effectiveTypeOf({ type = manualType, properties }: TaskDraft): string {
  const script = properties?.pythonScript;
  if (taskTypeNamed(type) === undefined || !isObject(script) || typeof script.type !== 'string') return type;
  return script.type;
}

/**
 * Converts a task of an unknown type to a flagged manual task. The new task stores the original type, its properties
 * and its variable mapping (file-formats.md, JSON task shapes). Secrets are removed, because no task could use them.
 */
export function toManualTask(task: TaskDraft, typeName: string, phase: string): TaskDraft {
  const { type = manualType, properties = {}, variableMapping = {}, flagStatus, flagComment, tasks: _, ...rest } = task;
  const isTaskField = ([field]: readonly [string, string]) => field in blankTask || field in blankTaskPassive;
  const mappings = Object.entries(variableMapping);
  const typeMappings = mappings.filter((mapping) => !isTaskField(mapping));
  const reason = textOf(message('manualTask.unknownType', { type: typeName, phase }));
  const original = {
    type,
    properties: withoutSecrets(properties),
    ...(typeMappings.length > 0 && { variableMapping: Object.fromEntries(typeMappings) }),
    ...(flagStatus === 'AT_RISK' && { flagStatus }),
  };
  return {
    ...rest,
    type: manualType,
    flagStatus: 'ATTENTION_NEEDED',
    flagComment: flagComment ? `${reason} ${flagComment}` : reason,
    variableMapping: Object.fromEntries(mappings.filter(isTaskField)),
    properties: { [unknownTypeProperty]: original },
  };
}

const withoutSecrets = (properties: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => !(typeof value === 'string' && isSealed(value)))
      .map(([name, value]) => [name, isObject(value) ? withoutSecrets(value) : value]),
  );
