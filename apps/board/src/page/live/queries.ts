import { batch, type ReadonlySignal, useSignal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { reconnects } from '../api/connection.ts';
import { type Entity, entity } from '../api/entity.ts';
import { isRefusal, messageOf, OfflineError, type Retry } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { read } from '../api/rest.ts';
import { shareStructure } from '../api/structural-sharing.ts';
import { subscribe, type Topic } from './subscriptions.ts';

/** The delay that combines changes of several topics into one refresh, in milliseconds. */
const refreshDelayMs = 20;

/** Calls `refresh` immediately, after each change of a topic, and after a reconnection. */
export function useLiveRefresh(topics: readonly Topic[], refresh: () => Promise<void>): void {
  const key = topics.join('\n');
  // An effect after the next frame would delay each request by a frame.
  useLayoutEffect(() => {
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

/** Returns the object at a path, and reloads it after each change of a topic. A null path loads no object. */
export function useEntity<Value>(path: string | null, topics: readonly Topic[]): Entity<Value> {
  const current = useMemo(() => entity<Value>(path), [path]);
  useLiveRefresh(topics, current.refresh);
  return current;
}

interface LatestResult<Value> extends Pick<Entity<Value>, 'refresh' | 'retry'> {
  /** Undefined until the first response. */
  readonly value: Value | undefined;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
}

/**
 * Returns the response at a path. While a new path loads, returns the response of the previous path. An error of the
 * new path clears it.
 */
export function useLatest<Value>(path: string, topics: readonly Topic[]): LatestResult<Value> {
  const { value, refusal, refresh, retry } = useEntity<Value>(path, topics);
  const latest = useRef<Value | undefined>(undefined);
  if (value.value !== undefined || refusal.value !== null) latest.current = value.value;
  return { value: latest.current, refusal, refresh, retry };
}

/** The result of a read request. */
export interface QueryResult<Value> {
  /**
   * The latest response; the response to the previous request while a new one loads. Undefined while loading for the
   * first time, and after an error of a new request.
   */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly retry: Retry;
  /** Whether the latest response or error belongs to the current path and body. */
  isCurrent(): boolean;
  refresh(): Promise<void>;
}

const noTopics: readonly Topic[] = [];

/**
 * Sends a read request, and sends it again when the path or body changes, after each change of a topic, and after a
 * reconnection. A null path sends no request.
 */
export function useQuery<Value>(
  path: string | null,
  { body, topics = noTopics }: { readonly body?: unknown; readonly topics?: readonly Topic[] } = {},
): QueryResult<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isMissing = useSignal(false);
  const key = `${path} ${JSON.stringify(body)}`;
  const latestKey = useRef(key);
  latestKey.current = key;
  const answeredKey = useSignal<string | null>(null);
  const refresh = useMemo(
    () =>
      singleFlightFresh(async () => {
        if (path === null) return;
        try {
          const response = await read<Value>(path, body);
          if (latestKey.current !== key) return;
          batch(() => {
            answeredKey.value = key;
            value.value = shareStructure(value.peek(), response);
            refusal.value = null;
          });
        } catch (error) {
          if (error instanceof OfflineError || latestKey.current !== key) return;
          // If a refresh fails, the earlier response stays visible, with its unsaved inputs.
          batch(() => {
            isMissing.value = isRefusal(error);
            if (isMissing.peek() || answeredKey.peek() !== key) value.value = undefined;
            answeredKey.value = key;
            refusal.value = messageOf(error);
          });
        }
      }),
    [key],
  );
  useLiveRefresh(topics, refresh);
  const retry = isMissing.value ? null : refresh;
  return { value, refusal, retry, isCurrent: () => answeredKey.value === key, refresh };
}

/** The pause after a keystroke before a request, in milliseconds. */
export const debounceMs = 120;

/** Returns the text after a pause in typing. `pauseMs` is in milliseconds. */
export function useDebounced(text: string, pauseMs = debounceMs): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, pauseMs]);
  // An empty text needs no request, so it is returned without a pause.
  return text === '' ? '' : debounced;
}
