import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { coalesce } from '../api/coalesce.ts';
import { ApiError, messageOf, OfflineError } from '../api/errors.ts';
import { read } from '../api/rest.ts';
import { shareStructure } from '../api/structural-sharing.ts';
import type { Topic } from './subscriptions.ts';
import { useLiveRefresh } from './use-live-refresh.ts';

/** What was answered to a call that changes nothing. */
export interface QueryResult<Value> {
  /** of the call before, until this one is answered; undefined: nothing yet, or it was refused */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
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
  const refusal = useSignal<string | null>(null);
  const key = `${path} ${JSON.stringify(body)}`;
  const latestKey = useRef(key);
  latestKey.current = key;
  const answeredKey = useRef<string | null>(null);
  const refresh = useMemo(
    () =>
      coalesce(async () => {
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
