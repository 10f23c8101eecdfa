/** What was sent to be done and has no answer yet, by path and body, with the key that it was sent under. */
const unanswered = new Map<string, string>();

/**
 * The `Idempotency-Key` of what is sent to be done. Until that is answered the same has the same key: a second click, or one
 * after an answer was lost, does nothing twice.
 */
export function keyOf(sent: string): string {
  const key = unanswered.get(sent) ?? `${Date.now()}-${Math.random()}`;
  unanswered.set(sent, key);
  return key;
}

export const answered = (sent: string): boolean => unanswered.delete(sent);

/** Deletes sent bodies, which may contain a password, before another user logs in. */
export const forgetSent = (): void => unanswered.clear();
