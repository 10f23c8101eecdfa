import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid, isClosedType, isObject, pluginScriptType, type Task } from '@slipway/domain/model';
import { joinIds } from '../format/render-context.ts';
import { readType, showType } from '../format/type-name.ts';

/** The member in which a task has the type and the properties of a plugin's script. */
const member = 'pythonScript';

interface TypedBody {
  readonly type?: string | undefined;
  readonly pythonScript?: unknown;
}

const typeIn = (script: unknown): unknown =>
  typeof script === 'object' && script !== null && 'type' in script ? script.type : undefined;

/** Whether a client sends a script: `null` and `{}` are members that generated models fill in. */
const hasScript = (script: unknown): boolean =>
  typeof script === 'object' && script !== null ? Object.keys(script).length > 0 : Boolean(script);

/**
 * Properties with an id for the script of a plugin. It derives from the id of the task, so that a copy has its own and
 * ids that clients send, such as `null`, do not count.
 */
export function withScriptId(properties: Properties, taskId: string): Properties {
  const { [member]: script } = properties;
  return isObject(script)
    ? { ...properties, [member]: { ...script, id: joinIds(taskId, 'PythonScript') } }
    : properties;
}

/** Properties as they are stored: without the id that answers derive. */
export function withoutScriptId(type: string, properties: Properties): Properties {
  const { [member]: script } = properties;
  if (type !== pluginScriptType || !isObject(script)) return properties;
  const { id: _, ...own } = script;
  return { ...properties, [member]: own };
}

/** Refuses a plugin's script in a task that could neither store nor run it. Throws Invalid. */
export function requireScriptSupport(type: string, body: object, prefix: string): void {
  if (!isClosedType(type) || !(member in body) || !hasScript(body[member])) return;
  throw new Invalid(
    message('task.memberOfScripts', {
      member,
      type: showType(type, prefix),
      scriptType: showType(pluginScriptType, prefix),
      requestedType: String(typeIn(body[member]) ?? ''),
      path: '/tasks/{taskId}/changeType',
    }),
  );
}

/**
 * Refuses an update of a task by a body of another type. A plugin's task may also be sent as the task of ours that runs
 * the script of the same type. Throws Invalid.
 */
export function requireSameType(body: TypedBody, { definition: { type } }: Pick<Task, 'definition'>, prefix: string) {
  const requestedType = body.type === undefined || body.type === '' ? type : readType(body.type, prefix);
  if (requestedType === type || (requestedType === pluginScriptType && typeIn(body.pythonScript) === type)) return;
  throw new Invalid(
    message('task.typeUnchangeable', {
      type: showType(type, prefix),
      requestedType: showType(requestedType, prefix),
      path: '/tasks/{taskId}/changeType',
    }),
  );
}
