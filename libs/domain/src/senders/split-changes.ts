import { isObject, type Json } from '../model/json.ts';
import { requireEvents } from './envelope.ts';
import type { SenderId } from './sender.ts';

type Path = readonly [string, ...string[]];

/** The lists in which a sender combines changes of several branches, tags or images, by their paths in the payload. */
const changeLists: Readonly<Partial<Record<SenderId, readonly Path[]>>> = {
  bitbucket: [['push', 'changes']],
  'bitbucket-server': [['changes']],
  harbor: [
    ['event_data', 'resources'],
    ['data', 'resources'],
  ],
};

/**
 * Returns a payload for each change in the list of the payload, with only this change in the list. Filters and texts can
 * so read the first change. Returns the payload unchanged if it has at most one change. Throws Invalid for too many.
 */
export function splitChanges(id: SenderId, payload: Json): readonly Json[] {
  for (const path of changeLists[id] ?? []) {
    const list = valueAt(payload, path);
    if (!Array.isArray(list) || list.length <= 1) continue;
    return requireEvents(path.join('.'), list).map((change) => withValueAt(payload, path, [change]));
  }
  return [payload];
}

const valueAt = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((found, name) => (isObject(found) ? found[name] : undefined), value);

function withValueAt(value: Json | undefined, [name, ...rest]: readonly string[], leaf: Json): Json {
  if (name === undefined || !isObject(value)) return leaf;
  return { ...value, [name]: withValueAt(value[name], rest, leaf) };
}
