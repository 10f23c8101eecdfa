import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { Away, sentenceOf } from '../data/refused.ts';
import { read } from '../data/rest.ts';
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

/** What the server answers to a call, which is asked again when it is another, and when the server has come back. */
export function useAsked<Value>(path: string | null, body?: unknown): Asked<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const refusal = useSignal<string | null>(null);
  const key = `${path} ${JSON.stringify(body)}`;
  const latest = useRef(key);
  latest.current = key;
  const refresh = useMemo(
    () =>
      together(async () => {
        if (path === null) return;
        try {
          const answer = await read<Value>(path, body);
          if (latest.current !== key) return;
          value.value = answer;
          refusal.value = null;
        } catch (error) {
          if (error instanceof Away || latest.current !== key) return;
          value.value = undefined;
          refusal.value = sentenceOf(error);
        }
      }),
    [key],
  );
  useLive(nothing, refresh);
  return { value, refusal, refresh };
}
