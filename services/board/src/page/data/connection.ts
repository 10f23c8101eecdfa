import { signal } from '@preact/signals';

/** Whether the server answered when it was last asked. */
export const isAway = signal(false);

/** How often the server has come back: whoever shows something asks again when this changes. */
export const returns = signal(0);

/** Notes that the server answered, or did not. */
export function heard(answered: boolean): void {
  if (answered && isAway.value) returns.value += 1;
  isAway.value = !answered;
}
