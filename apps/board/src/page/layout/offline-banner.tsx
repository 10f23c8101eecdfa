import { useEffect } from 'preact/hooks';
import { isOffline } from '../api/connection.ts';
import { loadSession } from '../api/session.ts';

/** The interval of reconnection attempts, in milliseconds. */
const retryIntervalMs = 2_000;

/** Shows that the server is unavailable. */
export function OfflineBanner() {
  const offline = isOffline.value;
  useEffect(() => {
    if (!offline) return;
    const timer = window.setInterval(() => void loadSession(), retryIntervalMs);
    return () => window.clearInterval(timer);
  }, [offline]);
  if (!offline) return null;
  return (
    <p class="away" role="alert">
      The server is unavailable. The page shows the last known data, and reconnects automatically.
    </p>
  );
}
