import { signal } from '@preact/signals';

/** Whether the server was unavailable at the latest request. */
export const isAway = signal(false);

/** The number of reconnections: views load their data again when it changes. */
export const returns = signal(0);

/** Notes that the server answered, or did not. */
export function heard(answered: boolean): void {
  if (answered && isAway.value) returns.value += 1;
  isAway.value = !answered;
}
