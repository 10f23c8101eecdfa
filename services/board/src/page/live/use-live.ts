import { useEffect } from 'preact/hooks';
import { returns } from '../data/connection.ts';
import { type Want, watch } from './wants.ts';

/** Has something done now, whenever one of these may be another, and when the server has come back. */
export function useLive(wanted: readonly Want[], refresh: () => Promise<void>): void {
  const key = wanted.join('\n');
  useEffect(() => {
    const again = () => void refresh();
    const unwatch = wanted.map((want) => watch(want, again));
    const stop = returns.subscribe(again);
    return () => {
      stop();
      for (const each of unwatch) each();
    };
  }, [key, refresh]);
}
