/** The events of keyboard, pointer and touch. */
const activityEvents = ['keydown', 'pointerdown', 'click', 'input', 'wheel'] as const;

/** The time after an activity in which the user counts as active, in milliseconds. */
const idleAfterMs = 60_000;

let lastActivityAt = Date.now();

/** Records user activity. Opening the page counts as activity. */
export function startUserActivity(): void {
  const recordActivity = ({ isTrusted }: Event): void => {
    if (isTrusted) lastActivityAt = Date.now();
  };
  for (const eventName of activityEvents)
    window.addEventListener(eventName, recordActivity, { capture: true, passive: true });
}

/** Whether the user is idle: requests then do not extend the session. */
export const isIdle = (): boolean => Date.now() - lastActivityAt > idleAfterMs;
