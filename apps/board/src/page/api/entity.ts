import { type ReadonlySignal, signal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { ApiError, isRefusal, messageOf, OfflineError, type Retry } from './errors.ts';
import type { DisplayMessage } from './language.ts';
import { apiPath, request } from './rest.ts';
import { shareStructure } from './structural-sharing.ts';

/** An object of the server with its loading state. */
export interface Entity<Value> {
  /** Undefined until the first response. */
  readonly value: ReadonlySignal<Value | undefined>;
  /** The error of the latest request; null if the request succeeded or has no response yet. */
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly retry: Retry;
  /** Reloads the object, after a running request has finished. */
  refresh(): Promise<void>;
  /**
   * Shows `value` while `send` runs, and then the value that `send` returns. If `send` throws, restores the previous
   * value and throws the same error.
   */
  updateOptimistically(value: Value, send: () => Promise<Value>): Promise<void>;
}

/**
 * Returns the object at a path of the REST API; `null` loads no object. Requests contain the ETag of the loaded value.
 */
export function entity<Value>(path: string | null): Entity<Value> {
  const value = signal<Value | undefined>(undefined);
  const refusal = signal<DisplayMessage | null>(null);
  const isMissing = signal(false);
  let etag: string | null = null;
  let pendingUpdates = 0;
  let updateCount = 0;
  const refresh = singleFlightFresh(async () => {
    if (path === null) return;
    const before = updateCount;
    try {
      const response = await request<Value>({ method: 'GET', path: apiPath(path), etag: etag ?? undefined });
      refusal.value = null;
      isMissing.value = false;
      // A response that was requested before a change would show the old value for a moment.
      if (response.isNotModified || pendingUpdates > 0 || updateCount !== before) return;
      etag = response.etag;
      value.value = shareStructure(value.peek(), response.value);
    } catch (error) {
      if (error instanceof ApiError) {
        isMissing.value = isRefusal(error);
        refusal.value = messageOf(error);
      } else if (!(error instanceof OfflineError)) throw error;
    }
  });
  const updateOptimistically: Entity<Value>['updateOptimistically'] = async (next, send) => {
    const before = value.peek();
    pendingUpdates += 1;
    updateCount += 1;
    value.value = next;
    etag = null;
    try {
      value.value = shareStructure(value.peek(), await send());
    } catch (error) {
      value.value = before;
      throw error;
    } finally {
      pendingUpdates -= 1;
      if (pendingUpdates === 0) void refresh();
    }
  };
  return {
    ...{ value, refusal, refresh, updateOptimistically },
    get retry() {
      return isMissing.value ? null : refresh;
    },
  };
}
