import { isAway } from '../data/connection.ts';
import { isIn } from '../data/session.ts';
import { nowAndThen, tell } from './wants.ts';

/** The interval for data that the stream does not cover, in milliseconds. */
const everyMs = 10_000;
/** Who comes back to a tab makes it visible and gives it the focus, which is one reason to ask. */
const atOnceMs = 1_000;

/**
 * Loads data that the stream does not cover: every ten seconds, and when the user returns to the tab. Paused while the
 * tab is hidden, no user is logged in, or the server is unavailable.
 */
export function startNowAndThen(): void {
  let last = 0;
  const again = (): void => {
    const isSeen = document.visibilityState === 'visible';
    if (!isSeen || isAway.peek() || !isIn.peek() || Date.now() - last < atOnceMs) return;
    last = Date.now();
    tell(nowAndThen);
  };
  window.setInterval(again, everyMs);
  document.addEventListener('visibilitychange', again);
  window.addEventListener('focus', again);
}
