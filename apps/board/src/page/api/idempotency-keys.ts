/** The keys of changes that have no response yet, by path and body. */
const pendingKeys = new Map<string, string>();

/**
 * Returns the `Idempotency-Key` of a change. Equal changes have the same key until the first response, so that a second
 * click or a retry after a lost response does not repeat the change.
 */
export function keyFor(request: string): string {
  const key = pendingKeys.get(request) ?? `${Date.now()}-${Math.random()}`;
  pendingKeys.set(request, key);
  return key;
}

export const releaseKey = (request: string): boolean => pendingKeys.delete(request);

/** Deletes all keys when the user changes, because their request bodies may contain a password. */
export const clearKeys = (): void => pendingKeys.clear();
