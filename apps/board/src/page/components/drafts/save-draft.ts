import { ApiError } from '../../api/errors.ts';
import { apiPath, request } from '../../api/rest.ts';
import { changesIn, conflictsIn, type Draft, valuesOf } from './draft.ts';
import type { FieldSpec } from './field-specs.ts';

/** The maximum number of attempts after concurrent changes. */
const maxAttempts = 5;

/**
 * Loads the object at a path, and sends the body that `createBody` returns for it; null sends no change. Retries after
 * a concurrent change (412). Returns whether a change was sent. Throws ApiError, OfflineError, and the errors of
 * `createBody`.
 */
export async function updateWithRetry<Value>(
  path: string,
  createBody: (stored: Value) => object | null,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag: tag } = await request<Value>({ method: 'GET', path: apiPath(path) });
    const body = createBody(value);
    if (body === null) return false;
    try {
      await request({ method, path: apiPath(path), body, match: tag, isIdempotent: method === 'POST' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412 && attempt < maxAttempts)) throw error;
    }
  }
}

/** Saves the inputs unless there is a conflict. Returns whether they were saved. Throws ApiError, OfflineError. */
export const saveDraft = (path: string, specs: readonly FieldSpec[], draft: Draft): Promise<boolean> =>
  updateWithRetry<object>(path, (object) => {
    const stored = valuesOf(object);
    return conflictsIn(specs, draft, stored).length > 0 ? null : changesIn(specs, draft, stored);
  });
