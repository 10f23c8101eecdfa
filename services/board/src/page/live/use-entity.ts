import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../data/entity.ts';
import { useLive } from './use-live.ts';
import type { Want } from './wants.ts';

/** A thing of the server that is shown, as it is at each moment; null: there is none. */
export function useEntity<Value>(path: string | null, wanted: readonly Want[]): Entity<Value> {
  const shown = useMemo(() => entity<Value>(path), [path]);
  useLive(wanted, shown.refresh);
  return shown;
}
