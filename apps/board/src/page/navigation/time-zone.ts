import { signal } from '@preact/signals';

const storageKey = 'slipway utc';

/** A browser may forbid a page to keep anything. */
function readStored(): boolean {
  try {
    return window.localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false;
  }
}

/** Whether times are shown in UTC, not in the viewer's zone. */
export const isUtc = signal(readStored());

/** Shows times so, now and whenever this browser comes back. */
export function showUtc(isOn: boolean): void {
  isUtc.value = isOn;
  try {
    window.localStorage.setItem(storageKey, isOn ? 'yes' : 'no');
  } catch {
    // it holds for this visit
  }
}
