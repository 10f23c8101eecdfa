import type { Member, Members } from './contract.ts';

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** Returns why a value is not allowed for a member; null if it is. */
function valueFault(name: string, value: unknown, { type, values }: Member): string | null {
  const kind = kindOf(value);
  const fits = type === undefined || kind === 'null' || kind === type || (type === 'number' && kind === 'integer');
  if (!fits) return `'${name}' is of the kind ${kind} instead of ${type}`;
  if (values !== undefined && !values.includes(String(value))) return `'${name}' has the unknown value '${value}'`;
  return null;
}

/** Returns the faults of named texts, such as a query, headers or a form. */
export function textFaults(place: string, found: ReadonlyMap<string, string>, members: Members): readonly string[] {
  const unknown = [...found].flatMap(([name, value]) => {
    const member = members[name] ?? members['*'];
    if (member === undefined) return [`'${name}' is not in the contract`];
    return valueFault(name, value, { ...member, type: undefined }) ?? [];
  });
  const missing = Object.entries(members).flatMap(([name, { required }]) =>
    required && !found.has(name) ? [`'${name}' is missing`] : [],
  );
  return [...unknown, ...missing].map((fault) => `${place}: ${fault}`);
}

/** Returns the paths of the values in JSON. A list of objects has the paths of its items. */
function pathsIn(value: unknown, path: string, isFree: (path: string) => boolean): readonly [string, unknown][] {
  if (path !== '' && isFree(path)) return [[path, value]];
  if (Array.isArray(value)) {
    if (value.length === 0 || path === '') return value.flatMap((item) => pathsIn(item, `${path}[]`, isFree));
    return value.flatMap((item) => pathsIn(item, `${path}[]`, isFree));
  }
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, item]) => pathsIn(item, path === '' ? name : `${path}.${name}`, isFree));
}

/** Returns the faults of a JSON body. */
export function jsonFaults(place: string, body: unknown, members: Members): readonly string[] {
  if (members['*'] !== undefined) return [];
  const found = pathsIn(body, '', (path) => Object.hasOwn(members, path));
  const faults = found.flatMap(([path, value]) => {
    const member = members[path];
    if (member === undefined) return [`'${path}' is not in the contract`];
    return valueFault(path, value, member) ?? [];
  });
  const missing = Object.entries(members).flatMap(([path, { required }]) =>
    required && !found.some(([name]) => name === path) ? [`'${path}' is missing`] : [],
  );
  return [...faults, ...missing].map((fault) => `${place}: ${fault}`);
}
