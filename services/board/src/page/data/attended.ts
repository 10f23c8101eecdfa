/** What people do with a page, by whatever they use it with. */
const doings = ['keydown', 'pointerdown', 'click', 'input', 'wheel'] as const;

/** For so long after that somebody is taken to be there, in milliseconds. */
const staysMs = 60_000;

let lastDone = Date.now();

/** Notes when somebody does something here. Who has just opened the page is there. */
export function startAttended(): void {
  const note = ({ isTrusted }: Event): void => {
    if (isTrusted) lastDone = Date.now();
  };
  for (const doing of doings) window.addEventListener(doing, note, { capture: true, passive: true });
}

/** Whether nobody has done anything here lately: what is asked then keeps no session alive. */
export const isUnattended = (): boolean => Date.now() - lastDone > staysMs;
