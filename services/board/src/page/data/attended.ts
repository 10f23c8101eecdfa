/** What people do with a page, by whatever they use it with. */
const doings = ['keydown', 'pointerdown', 'click', 'input', 'wheel'] as const;

/** The time after an activity in which the user counts as active, in milliseconds. */
const staysMs = 60_000;

let lastDone = Date.now();

/** Records user activity. Opening the page counts as activity. */
export function startAttended(): void {
  const note = ({ isTrusted }: Event): void => {
    if (isTrusted) lastDone = Date.now();
  };
  for (const doing of doings) window.addEventListener(doing, note, { capture: true, passive: true });
}

/** Whether the user is idle: requests then do not extend the session. */
export const isUnattended = (): boolean => Date.now() - lastDone > staysMs;
