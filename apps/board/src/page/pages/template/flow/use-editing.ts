import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { announce } from '../../../navigation/announce.ts';

/** Sends the edits of a template, and has the error of the latest edit. */
export interface Editing {
  /** Sends an edit, and announces `message` or shows the error. Returns whether the edit succeeded. */
  readonly run: (message: string, request: () => Promise<unknown>) => Promise<boolean>;
  readonly clearRefusal: () => void;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Runs the edits one at a time. Each edit ends with a reload of the template. */
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
      // The edit may have failed because of a change by another user.
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
