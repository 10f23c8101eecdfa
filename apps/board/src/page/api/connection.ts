import { signal } from '@preact/signals';

/** Whether the server was unavailable at the latest request. */
export const isOffline = signal(false);

/** The number of reconnections: views load their data again when it changes. */
export const reconnects = signal(0);

/** Notes that the server answered, or did not. */
export function recordResponse(isAnswered: boolean): void {
  if (isAnswered && isOffline.value) reconnects.value += 1;
  isOffline.value = !isAnswered;
}
