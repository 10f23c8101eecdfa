import { type ReadonlySignal, signal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { ApiError, messageOf, OfflineError } from './errors.ts';
import type { DisplayMessage } from './language.ts';
import { apiPath, request } from './rest.ts';
import { shareStructure } from './structural-sharing.ts';

/** An object of the server. */
export interface Entity<Value> {
  /** undefined: nothing yet */
  readonly value: ReadonlySignal<Value | undefined>;
  /** The refusal of REST; null: none, or unknown. */
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  /** Loads it again, after a running request. */
  refresh(): Promise<void>;
  /**
   * Shows the expected value during a change, and then the value of the server. A refused change is reverted. Throws
   * the error of the change.
   */
  updateOptimistically(value: Value, send: () => Promise<Value>): Promise<void>;
}

/** An object of the REST API by its path, loaded with the ETag of the known value; null: none. */
export function entity<Value>(path: string | null): Entity<Value> {
  const value = signal<Value | undefined>(undefined);
  const refusal = signal<DisplayMessage | null>(null);
  let etag: string | null = null;
  let pendingUpdates = 0;
  let updateCount = 0;
  const refresh = singleFlightFresh(async () => {
    if (path === null) return;
    const before = updateCount;
    try {
      const response = await request<Value>({ method: 'GET', path: apiPath(path), etag: etag ?? undefined });
      refusal.value = null;
      // A response from before a change would revert the expected value for a moment.
      if (response.isNotModified || pendingUpdates > 0 || updateCount !== before) return;
      etag = response.etag;
      value.value = shareStructure(value.peek(), response.value);
    } catch (error) {
      if (error instanceof ApiError) refusal.value = messageOf(error);
      else if (!(error instanceof OfflineError)) throw error;
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
  return { value, refusal, refresh, updateOptimistically };
}
