/** The keyboard, pointer and wheel events that count as activity. */
const activityEvents = ['keydown', 'pointerdown', 'click', 'input', 'wheel'] as const;

/** The time without activity after which the user is idle, in milliseconds. */
const idleAfterMs = 60_000;

let lastActivityAt = Date.now();

/** Starts to record user activity. Opening the page counts as activity. */
export function startUserActivity(): void {
  const recordActivity = ({ isTrusted }: Event): void => {
    if (isTrusted) lastActivityAt = Date.now();
  };
  for (const eventName of activityEvents)
    window.addEventListener(eventName, recordActivity, { capture: true, passive: true });
}

/** Whether the user is idle. Requests of an idle user do not extend the session. */
export const isIdle = (): boolean => Date.now() - lastActivityAt > idleAfterMs;
