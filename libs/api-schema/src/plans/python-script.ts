import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid, isClosedType, isObject, pluginScriptType, type Task } from '@slipway/domain/model';
import { joinIds } from '../format/render-context.ts';
import { readType, showType } from '../format/type-name.ts';

/** The member of a task with the type and the properties of a plugin script. */
const member = 'pythonScript';

interface TypedBody {
  readonly type?: string | undefined;
  readonly pythonScript?: unknown;
}

const typeIn = (script: unknown): unknown =>
  typeof script === 'object' && script !== null && 'type' in script ? script.type : undefined;

/**
 * Whether a request contains a script. Clients with generated models send `null` and `{}` instead of an absent script.
 */
const hasScript = (script: unknown): boolean =>
  typeof script === 'object' && script !== null ? Object.keys(script).length > 0 : Boolean(script);

/**
 * Adds the id of a plugin script to the properties of a task. The id is derived from the task id, so that copies have
 * different ids, and ids in requests, such as `null`, have no effect.
 */
export function withScriptId(properties: Properties, taskId: string): Properties {
  const { [member]: script } = properties;
  return isObject(script)
    ? { ...properties, [member]: { ...script, id: joinIds(taskId, 'PythonScript') } }
    : properties;
}

/** Removes the derived script id from properties before they are stored. */
export function withoutScriptId(type: string, properties: Properties): Properties {
  const { [member]: script } = properties;
  if (type !== pluginScriptType || !isObject(script)) return properties;
  const { id: _, ...own } = script;
  return { ...properties, [member]: own };
}

/** Rejects a plugin script in a task that can neither store nor run it. Throws Invalid. */
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
 * Rejects an update of a task by a body with another type. A plugin task may also be sent as a script task with a
 * script of the same type. Throws Invalid.
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
