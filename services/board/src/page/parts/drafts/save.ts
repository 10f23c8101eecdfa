import { Refused } from '../../data/refused.ts';
import { api, ask } from '../../data/rest.ts';
import { changesIn, conflictsIn, type Draft, valuesOf } from './draft.ts';
import type { FieldSpec } from './spec.ts';

/** How often something is done that others overtake. */
const mostAttempts = 5;

/**
 * Changes an object with `changed`, which receives its present value, and repeats it after a concurrent change. null:
 * no change. Returns whether it was changed. Throws Refused, Away, and the errors of `changed`.
 */
export async function changeNow<Value>(
  path: string,
  changed: (now: Value) => object | null,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, tag } = await ask<Value>({ method: 'GET', path: api(path) });
    const body = changed(value);
    if (body === null) return false;
    try {
      await ask({ method, path: api(path), body, match: tag, isOnce: method === 'POST' });
      return true;
    } catch (error) {
      if (!(error instanceof Refused && error.status === 412 && attempt < mostAttempts)) throw error;
    }
  }
}

/** Saves the inputs, unless there is a conflict; returns whether they are saved. Throws Refused, Away. */
export const saveDraft = (path: string, specs: readonly FieldSpec[], draft: Draft): Promise<boolean> =>
  changeNow<object>(path, (thing) => {
    const now = valuesOf(thing);
    return conflictsIn(specs, draft, now).length > 0 ? null : changesIn(specs, draft, now);
  });
