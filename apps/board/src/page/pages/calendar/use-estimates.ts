import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lastSegment } from '../../navigation/ids.ts';
import { createForecasts } from '../releases/forecasts.ts';
import { type Entry, unfinishedReleases, withEstimates } from './entries.ts';

/** The interval of forecasts, in milliseconds: they take longer than all other requests. */
const minPauseMs = 10_000;

interface Estimates {
  /** With their estimated ends, if loaded */
  readonly entries: readonly Entry[];
  /** Loads all again: blackouts have changed. */
  readonly reload: () => void;
}

/** The entries, with the estimated ends of unfinished releases. */
export function useEstimates(entries: readonly Entry[]): Estimates {
  const forecasts = useMemo(() => createForecasts(minPauseMs), []);
  const subscriptions = useRef(new Map<string, () => void>()).current;
  const ids = unfinishedReleases(entries).map(({ id }) => lastSegment(id));
  useEffect(() => {
    for (const [id, unsubscribe] of subscriptions) {
      if (ids.includes(id)) continue;
      unsubscribe();
      subscriptions.delete(id);
    }
    for (const id of ids) if (!subscriptions.has(id)) subscriptions.set(id, forecasts.follow(id));
  }, [ids.join()]);
  useEffect(
    () => () => {
      for (const unsubscribe of subscriptions.values()) unsubscribe();
    },
    [],
  );
  const loadedForecasts = ids.flatMap((id) => forecasts.get(id).value ?? []);
  return { entries: withEstimates(entries, loadedForecasts), reload: forecasts.reloadAll };
}
