import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { sentenceOf } from '../../../data/refused.ts';
import { announce } from '../../../place/announce.ts';

/** Has something of a template changed. */
export interface Editing {
  /** Shows what came of it, or says why it was refused; answers whether it was done. */
  readonly run: (said: string, work: () => Promise<unknown>) => Promise<boolean>;
  /** Says nothing more of what was refused. */
  readonly forget: () => void;
  readonly refusal: ReadonlySignal<string | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Edits, one after the other: each asks for the template again when it is done. */
export function useEditing({ refresh }: Pick<Entity<ReleaseAnswer>, 'refresh'>): Editing {
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const run: Editing['run'] = async (said, work) => {
    if (isBusy.peek()) return false;
    refusal.value = null;
    isBusy.value = true;
    try {
      await work();
      await refresh();
      announce(said);
      return true;
    } catch (error) {
      refusal.value = sentenceOf(error);
      // somebody else may have changed what was acted on
      void refresh();
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  const forget = (): void => {
    refusal.value = null;
  };
  return { run, forget, refusal, isBusy };
}
