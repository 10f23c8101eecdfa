import { useEffect } from 'preact/hooks';
import { reconnects } from '../api/connection.ts';
import { subscribe, type Topic } from './subscriptions.ts';

/** The time in which changes are collected, in milliseconds: several watched objects may change one after the other. */
const refreshDelayMs = 20;

/** Has something done now, whenever one of these may be another, and when the server has come back. */
export function useLiveRefresh(topics: readonly Topic[], refresh: () => Promise<void>): void {
  const key = topics.join('\n');
  useEffect(() => {
    const refreshNow = () => void refresh();
    let timer: number | undefined;
    const scheduleRefresh = (): void => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        refreshNow();
      }, refreshDelayMs);
    };
    const unsubscribes = topics.map((topic) => subscribe(topic, topics.length > 1 ? scheduleRefresh : refreshNow));
    const stop = reconnects.subscribe(refreshNow);
    return () => {
      stop();
      window.clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [key, refresh]);
}
