import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Entity } from '../api/entity.ts';
import type { Topic } from './subscriptions.ts';
import { useEntity } from './use-entity.ts';

interface LatestResult<Value> extends Pick<Entity<Value>, 'refresh'> {
  /** undefined: nothing yet */
  readonly value: Value | undefined;
  readonly refusal: ReadonlySignal<string | null>;
}

/**
 * The response at a path. While another path loads, the earlier response is still shown, unless the new one is
 * refused.
 */
export function useLatest<Value>(path: string, topics: readonly Topic[]): LatestResult<Value> {
  const { value, refusal, refresh } = useEntity<Value>(path, topics);
  const latest = useRef<Value | undefined>(undefined);
  if (value.value !== undefined || refusal.value !== null) latest.current = value.value;
  return { value: latest.current, refusal, refresh };
}
