import { useEffect } from 'preact/hooks';
import { isAway } from '../data/connection.ts';
import { meet } from '../data/session.ts';

/** How often a server that was away is asked whether it is back, in milliseconds. */
const againMs = 2_000;

/** Says that the server is away, for as long as it is. */
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
