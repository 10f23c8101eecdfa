/** The keys of changes without a response, by path and body. */
const pendingKeys = new Map<string, string>();

/**
 * The `Idempotency-Key` of what is sent to be done. Until that is answered the same has the same key: a second click, or one
 * after an answer was lost, does nothing twice.
 */
export function keyFor(request: string): string {
  const key = pendingKeys.get(request) ?? `${Date.now()}-${Math.random()}`;
  pendingKeys.set(request, key);
  return key;
}

export const releaseKey = (request: string): boolean => pendingKeys.delete(request);

/** Deletes sent bodies, which may contain a password, before another user logs in. */
export const clearKeys = (): void => pendingKeys.clear();
