import { type ReadonlySignal, useSignal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { reconnects } from '../api/connection.ts';
import { type Entity, entity } from '../api/entity.ts';
import { ApiError, messageOf, OfflineError } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { read } from '../api/rest.ts';
import { shareStructure } from '../api/structural-sharing.ts';
import { subscribe, type Topic } from './subscriptions.ts';

/** The time in which changes are collected, in milliseconds: several watched objects may change one after the other. */
const refreshDelayMs = 20;

/** Calls `refresh` at once, with each change of a subscription, and after a reconnection. */
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

/** An object of the server, kept up to date; null: none. */
export function useEntity<Value>(path: string | null, topics: readonly Topic[]): Entity<Value> {
  const current = useMemo(() => entity<Value>(path), [path]);
  useLiveRefresh(topics, current.refresh);
  return current;
}

interface LatestResult<Value> extends Pick<Entity<Value>, 'refresh'> {
  /** undefined: nothing yet */
  readonly value: Value | undefined;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
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

/** The response to a request that changes nothing. */
export interface QueryResult<Value> {
  /** The response to the earlier request until this one is answered; undefined: not loaded, or refused */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  refresh(): Promise<void>;
}

const noTopics: readonly Topic[] = [];

/** Statuses of a missing or invisible object. */
const missingStatuses: readonly number[] = [403, 404];

/**
 * The response to a call, which is sent again when the call changes, with each change of a subscription, and after a
 * reconnection.
 */
export function useQuery<Value>(
  path: string | null,
  { body, topics = noTopics }: { readonly body?: unknown; readonly topics?: readonly Topic[] } = {},
): QueryResult<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const key = `${path} ${JSON.stringify(body)}`;
  const latestKey = useRef(key);
  latestKey.current = key;
  const answeredKey = useRef<string | null>(null);
  const refresh = useMemo(
    () =>
      singleFlightFresh(async () => {
        if (path === null) return;
        try {
          const response = await read<Value>(path, body);
          if (latestKey.current !== key) return;
          answeredKey.current = key;
          value.value = shareStructure(value.peek(), response);
          refusal.value = null;
        } catch (error) {
          if (error instanceof OfflineError || latestKey.current !== key) return;
          const isMissing = error instanceof ApiError && missingStatuses.includes(error.status);
          // After a failed refresh, the earlier response is still shown, with unsaved inputs.
          if (isMissing || answeredKey.current !== key) value.value = undefined;
          refusal.value = messageOf(error);
        }
      }),
    [key],
  );
  useLiveRefresh(topics, refresh);
  return { value, refusal, refresh };
}

/** The pause after a key before a request, in milliseconds. */
export const debounceMs = 120;

/** The typed text, after a pause. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(text), debounceMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  // A cleared text needs no request.
  return text === '' ? '' : debounced;
}
