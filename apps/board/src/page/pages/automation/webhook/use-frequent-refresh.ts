import { useEffect } from 'preact/hooks';
import { isOffline } from '../../../api/connection.ts';
import { isLoggedIn } from '../../../api/session.ts';

/** The interval, in milliseconds. A sender is often tested while its deliveries are open. */
const intervalMs = 2_000;

/** Calls `refresh` every two seconds while the tab is visible, a user is logged in, and the server is available. */
export function useFrequentRefresh(refresh: () => Promise<void>): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      const isUseful = document.visibilityState === 'visible' && !isOffline.peek() && isLoggedIn.peek();
      if (isUseful) void refresh();
    }, intervalMs);
    return () => window.clearInterval(timer);
  }, [refresh]);
}
