import { isAway } from '../data/connection.ts';
import { isIn } from '../data/session.ts';
import { nowAndThen, tell } from './wants.ts';

/** How often what the stream tells nothing of is asked for again, in milliseconds. */
const everyMs = 10_000;
/** Who comes back to a tab makes it visible and gives it the focus, which is one reason to ask. */
const atOnceMs = 1_000;

/**
 * Has what the stream tells nothing of asked for again: every ten seconds, and when somebody comes back to the tab. Nothing
 * is asked while nobody sees it, nobody is logged in, or the server is away.
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
