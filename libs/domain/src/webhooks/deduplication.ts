import { isObject, type Json } from '../model/json.ts';

/** The parts of a received event that can identify it. */
export interface RequestContent {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Json;
}

/**
 * Returns the value that identifies a received event, by the deduplication key of its endpoint: the name of a header,
 * or a path into the payload. Returns null if the event has no such text or number. It is then not a duplicate.
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
