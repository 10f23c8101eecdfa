import { useEffect, useState } from 'preact/hooks';

/** How long after a key the server is asked, in milliseconds: so long nobody types on. */
export const pauseMs = 120;

/** What is typed, as soon as nobody types on. */
export function usePaused(typed: string): string {
  const [paused, set] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => set(typed), pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  // what is taken away is asked for no more
  return typed === '' ? '' : paused;
}
