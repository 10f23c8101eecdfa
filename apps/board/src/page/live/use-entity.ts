import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../api/entity.ts';
import type { Topic } from './subscriptions.ts';
import { useLiveRefresh } from './use-live-refresh.ts';

/** A thing of the server that is shown, as it is at each moment; null: there is none. */
export function useEntity<Value>(path: string | null, topics: readonly Topic[]): Entity<Value> {
  const current = useMemo(() => entity<Value>(path), [path]);
  useLiveRefresh(topics, current.refresh);
  return current;
}
