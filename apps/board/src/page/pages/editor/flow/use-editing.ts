import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { showToast } from '../../../components/toast.tsx';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';

/** The message of an edit, and the request that reverts it; null if the server cannot revert it. */
export interface Reversible {
  readonly message: string;
  readonly undo: (() => Promise<unknown>) | null;
}

/** Sends the edits of a plan, and has the error of the latest edit. */
export interface Editing {
  /** Sends an edit, and announces `message` or shows the error. Returns whether the edit succeeded. */
  readonly run: (message: string, request: () => Promise<unknown>) => Promise<boolean>;
  /**
   * Sends an edit, and shows its message with a button that reverts it. The edit returns null if it changed nothing.
   * Returns whether the edit succeeded.
   */
  readonly runReversible: (request: () => Promise<Reversible | null>) => Promise<boolean>;
  readonly clearRefusal: () => void;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Runs the edits one at a time. Each edit ends with a reload of the plan. */
export function useEditing({ refresh }: Pick<Entity<ReleaseResponse>, 'refresh'>): Editing {
  const refusal = useSignal<DisplayMessage | null>(null);
  const pendingCount = useSignal(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const runEdit = async <Result>(request: () => Promise<Result>, done: (result: Result) => void): Promise<boolean> => {
    refusal.value = null;
    try {
      const result = await request();
      await refresh();
      done(result);
      return true;
    } catch (error) {
      refusal.value = messageOf(error);
      // The edit may have failed because of a change by another user.
      void refresh();
      return false;
    }
  };
  const enqueue = async (edit: () => Promise<boolean>): Promise<boolean> => {
    pendingCount.value += 1;
    const current = queue.current.then(edit);
    queue.current = current;
    try {
      return await current;
    } finally {
      pendingCount.value -= 1;
    }
  };
  const run: Editing['run'] = (message, request) => enqueue(() => runEdit(request, () => announce(message)));
  const runReversible: Editing['runReversible'] = (request) =>
    enqueue(() =>
      runEdit(request, (result) => {
        if (result === null) return;
        const { message, undo } = result;
        showToast(message, undo && (() => void run(t('Change undone'), undo)));
      }),
    );
  const clearRefusal = (): void => {
    refusal.value = null;
  };
  return { run, runReversible, clearRefusal, refusal, isBusy: useComputed(() => pendingCount.value > 0) };
}
