import { useEffect, useState } from 'preact/hooks';

/** The present time, in milliseconds since 1970, updated each minute; then `refresh` is called too. */
export function useNow(refresh: () => Promise<void>): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setTick((minutes) => minutes + 1);
      void refresh();
    }, 60_000);
    return () => clearInterval(timer);
  }, [refresh]);
  return Date.now();
}
