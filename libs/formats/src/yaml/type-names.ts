import { taskTypeNamed } from '@slipway/domain';

/** The prefix of our own types that is understood everywhere. */
const usual = 'rel';

/** Our own type as `rel.Name`, whatever its namespace is called in the document; a plugin's as it is. */
export function plainType(written: string, namespaces: readonly string[]): string {
  const [namespace = '', name, ...more] = written.split('.');
  if (name === undefined) return `${usual}.${namespace}`;
  return more.length === 0 && (namespace === usual || namespaces.includes(namespace)) ? `${usual}.${name}` : written;
}

export const nameOf = (type: string): string | null =>
  type.startsWith(`${usual}.`) ? type.slice(usual.length + 1) : null;

/** The same of a task, of whose type of ours documents may leave `Task` out: `Gate` is `GateTask`. */
export function plainTaskType(written: string, namespaces: readonly string[]): string {
  const type = plainType(written, namespaces);
  const name = nameOf(type);
  if (!name || taskTypeNamed(name) !== undefined) return type;
  return taskTypeNamed(`${name}Task`) === undefined ? type : `${type}Task`;
}
