import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { Away, Refused, sentenceOf } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { withSameParts } from '../data/same-parts.ts';
import { together } from '../data/together.ts';
import { useLive } from './use-live.ts';
import type { Want } from './wants.ts';

/** What was answered to a call that changes nothing. */
export interface Asked<Value> {
  /** of the call before, until this one is answered; undefined: nothing yet, or it was refused */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
  refresh(): Promise<void>;
}

const nothing: readonly Want[] = [];

/** Statuses of a missing or invisible object. */
const gone: readonly number[] = [403, 404];

/**
 * The response to a call, which is sent again when the call changes, with each change of a subscription, and after a
 * reconnection.
 */
export function useAsked<Value>(
  path: string | null,
  { body, wanted = nothing }: { readonly body?: unknown; readonly wanted?: readonly Want[] } = {},
): Asked<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const refusal = useSignal<string | null>(null);
  const key = `${path} ${JSON.stringify(body)}`;
  const latest = useRef(key);
  latest.current = key;
  const answered = useRef<string | null>(null);
  const refresh = useMemo(
    () =>
      together(async () => {
        if (path === null) return;
        try {
          const answer = await read<Value>(path, body);
          if (latest.current !== key) return;
          answered.current = key;
          value.value = withSameParts(value.peek(), answer);
          refusal.value = null;
        } catch (error) {
          if (error instanceof Away || latest.current !== key) return;
          const isGone = error instanceof Refused && gone.includes(error.status);
          // After a failed refresh, the earlier response is still shown, with unsaved inputs.
          if (isGone || answered.current !== key) value.value = undefined;
          refusal.value = sentenceOf(error);
        }
      }),
    [key],
  );
  useLive(wanted, refresh);
  return { value, refusal, refresh };
}
