import { taskTypeNamed } from '@slipway/domain/model';

/** The prefix of our own types that is understood everywhere. */
const defaultPrefix = 'rel';

/** Our own type as `rel.Name`, whatever its namespace is called in the document; a plugin's as it is. */
export function normalizeType(rawType: string, namespaces: readonly string[]): string {
  const [namespace = '', name, ...more] = rawType.split('.');
  if (name === undefined) return `${defaultPrefix}.${namespace}`;
  return more.length === 0 && (namespace === defaultPrefix || namespaces.includes(namespace))
    ? `${defaultPrefix}.${name}`
    : rawType;
}

export const ownTypeName = (type: string): string | null =>
  type.startsWith(`${defaultPrefix}.`) ? type.slice(defaultPrefix.length + 1) : null;

/** The same of a task, of whose type of ours documents may leave `Task` out: `Gate` is `GateTask`. */
export function normalizeTaskType(rawType: string, namespaces: readonly string[]): string {
  const type = normalizeType(rawType, namespaces);
  const name = ownTypeName(type);
  if (!name || taskTypeNamed(name) !== undefined) return type;
  return taskTypeNamed(`${name}Task`) === undefined ? type : `${type}Task`;
}
