import { useEffect, useState } from 'preact/hooks';

/** The pause after a key before a request, in milliseconds. */
export const pauseMs = 120;

/** The typed text, after a pause. */
export function usePaused(typed: string): string {
  const [paused, set] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => set(typed), pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  // A cleared text needs no request.
  return typed === '' ? '' : paused;
}
