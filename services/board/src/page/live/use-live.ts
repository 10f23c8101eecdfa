import { useEffect } from 'preact/hooks';
import { returns } from '../data/connection.ts';
import { type Want, watch } from './wants.ts';

/** The time in which changes are collected, in milliseconds: several watched objects may change one after the other. */
const gatherMs = 20;

/** Has something done now, whenever one of these may be another, and when the server has come back. */
export function useLive(wanted: readonly Want[], refresh: () => Promise<void>): void {
  const key = wanted.join('\n');
  useEffect(() => {
    const again = () => void refresh();
    let timer: number | undefined;
    const told = (): void => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        again();
      }, gatherMs);
    };
    const unwatch = wanted.map((want) => watch(want, wanted.length > 1 ? told : again));
    const stop = returns.subscribe(again);
    return () => {
      stop();
      window.clearTimeout(timer);
      for (const each of unwatch) each();
    };
  }, [key, refresh]);
}
