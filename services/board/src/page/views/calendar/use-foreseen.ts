import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lastOf } from '../../place/ids.ts';
import { createOutlooks } from '../releases/outlooks.ts';
import { type Entry, openIn, withForeseen } from './entries.ts';

/** The interval of forecasts, in milliseconds: they take longer than all other requests. */
const restMs = 10_000;

interface Foreseen {
  /** with when each would end, as far as that is known */
  readonly entries: readonly Entry[];
  /** Loads all again: blackouts have changed. */
  readonly again: () => void;
}

/** What is in a time, with when that would end which is not over. */
export function useForeseen(entries: readonly Entry[]): Foreseen {
  const outlooks = useMemo(() => createOutlooks(restMs), []);
  const followed = useRef(new Map<string, () => void>()).current;
  const ids = openIn(entries).map(({ id }) => lastOf(id));
  useEffect(() => {
    for (const [id, unfollow] of followed) {
      if (ids.includes(id)) continue;
      unfollow();
      followed.delete(id);
    }
    for (const id of ids) if (!followed.has(id)) followed.set(id, outlooks.follow(id));
  }, [ids.join()]);
  useEffect(
    () => () => {
      for (const unfollow of followed.values()) unfollow();
    },
    [],
  );
  const known = ids.flatMap((id) => outlooks.of(id).value ?? []);
  return { entries: withForeseen(entries, known), again: outlooks.again };
}
