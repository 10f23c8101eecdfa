import { isObject, type Json } from '../model/json.ts';

/** What a received event brings that could name it. */
export interface RequestContent {
  /** by name in small letters */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Json;
}

/**
 * The value that identifies a received event, by the key of its endpoint: the name of a header, or a path into the
 * payload. Null if the event has no such text or number; then it is not a duplicate.
 */
export function deduplicationValue(key: string, { headers, payload }: RequestContent): string | null {
  const [, path] = /^(?:payload|content)([.[].*)$/.exec(key) ?? [];
  const value = path === undefined ? headers.get(key.toLowerCase()) : valueAtPath(payload, path);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function valueAtPath(payload: Json, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const [, name, index] of path.matchAll(/\.([\w$-]+)|\[(\d+)\]/g)) {
    if (Array.isArray(value)) value = value[Number(index ?? name)];
    else if (isObject(value) && name !== undefined && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
