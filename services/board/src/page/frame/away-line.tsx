import { useEffect } from 'preact/hooks';
import { isAway } from '../data/connection.ts';
import { meet } from '../data/session.ts';

/** The interval of reconnection attempts, in milliseconds. */
const againMs = 2_000;

/** Shows that the server is unavailable. */
export function AwayLine() {
  const away = isAway.value;
  useEffect(() => {
    if (!away) return;
    const timer = window.setInterval(() => void meet(), againMs);
    return () => window.clearInterval(timer);
  }, [away]);
  if (!away) return null;
  return (
    <p class="away" role="alert">
      The server is unavailable. The page shows the last known data, and reconnects automatically.
    </p>
  );
}
