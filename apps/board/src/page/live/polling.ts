import { isOffline } from '../api/connection.ts';
import { isLoggedIn } from '../api/session.ts';
import { notify, polled } from './subscriptions.ts';

/** The interval for data that the stream does not cover, in milliseconds. */
const intervalMs = 10_000;
/** Who comes back to a tab makes it visible and gives it the focus, which is one reason to ask. */
const minPauseMs = 1_000;

/**
 * Loads data that the stream does not cover: every ten seconds, and when the user returns to the tab. Paused while the
 * tab is hidden, no user is logged in, or the server is unavailable.
 */
export function startPolling(): void {
  let lastPolledAt = 0;
  const poll = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible || isOffline.peek() || !isLoggedIn.peek() || Date.now() - lastPolledAt < minPauseMs) return;
    lastPolledAt = Date.now();
    notify(polled);
  };
  window.setInterval(poll, intervalMs);
  document.addEventListener('visibilitychange', poll);
  window.addEventListener('focus', poll);
}
