import { signal } from '@preact/signals';

const kept = 'slipway utc';

/** A browser may forbid a page to keep anything. */
function readKept(): boolean {
  try {
    return window.localStorage.getItem(kept) === 'yes';
  } catch {
    return false;
  }
}

/** Whether times are shown in UTC, not in the viewer's zone. */
export const isUtc = signal(readKept());

/** Shows times so, now and whenever this browser comes back. */
export function showUtc(isOn: boolean): void {
  isUtc.value = isOn;
  try {
    window.localStorage.setItem(kept, isOn ? 'yes' : 'no');
  } catch {
    // it holds for this visit
  }
}
