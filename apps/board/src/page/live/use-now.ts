import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const clockIntervalMs = 60_000;

/** Returns the current time, which changes every minute. */
export function useNow(): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => {
      now.value = Date.now();
    }, clockIntervalMs);
    return () => window.clearInterval(timer);
  }, []);
  return now.value;
}
