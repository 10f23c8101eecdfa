import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { announce } from '../../../navigation/announce.ts';

/** Has something of a template changed. */
export interface Editing {
  /** Shows the result or the refusal; returns whether it was successful */
  readonly run: (message: string, request: () => Promise<unknown>) => Promise<boolean>;
  /** Clears the refusal */
  readonly clearRefusal: () => void;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Edits, one after the other: each loads the template again at its end. */
export function useEditing({ refresh }: Pick<Entity<ReleaseResponse>, 'refresh'>): Editing {
  const refusal = useSignal<DisplayMessage | null>(null);
  const pendingCount = useSignal(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const runEdit: Editing['run'] = async (message, request) => {
    refusal.value = null;
    try {
      await request();
      await refresh();
      announce(message);
      return true;
    } catch (error) {
      refusal.value = messageOf(error);
      // Another user may have changed the part
      void refresh();
      return false;
    }
  };
  const run: Editing['run'] = async (message, request) => {
    pendingCount.value += 1;
    const current = queue.current.then(() => runEdit(message, request));
    queue.current = current;
    try {
      return await current;
    } finally {
      pendingCount.value -= 1;
    }
  };
  const clearRefusal = (): void => {
    refusal.value = null;
  };
  return { run, clearRefusal, refusal, isBusy: useComputed(() => pendingCount.value > 0) };
}
