import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { useRef } from 'preact/hooks';
import type { Entity } from '../../../data/entity.ts';
import { sentenceOf } from '../../../data/refused.ts';
import { announce } from '../../../place/announce.ts';

/** Has something of a template changed. */
export interface Editing {
  /** Shows the result or the refusal; returns whether it was successful */
  readonly run: (said: string, work: () => Promise<unknown>) => Promise<boolean>;
  /** Clears the refusal */
  readonly forget: () => void;
  readonly refusal: ReadonlySignal<string | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Edits, one after the other: each loads the template again at its end. */
export function useEditing({ refresh }: Pick<Entity<ReleaseAnswer>, 'refresh'>): Editing {
  const refusal = useSignal<string | null>(null);
  const waiting = useSignal(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const edit: Editing['run'] = async (said, work) => {
    refusal.value = null;
    try {
      await work();
      await refresh();
      announce(said);
      return true;
    } catch (error) {
      refusal.value = sentenceOf(error);
      // Another user may have changed the part
      void refresh();
      return false;
    }
  };
  const run: Editing['run'] = async (said, work) => {
    waiting.value += 1;
    const mine = last.current.then(() => edit(said, work));
    last.current = mine;
    try {
      return await mine;
    } finally {
      waiting.value -= 1;
    }
  };
  const forget = (): void => {
    refusal.value = null;
  };
  return { run, forget, refusal, isBusy: useComputed(() => waiting.value > 0) };
}
