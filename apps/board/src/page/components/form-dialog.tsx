import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { announce } from '../navigation/announce.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

/** Runs an action and returns the message to announce. Throws ApiError, OfflineError. */
type Work = () => Promise<string>;

interface ActionRunner {
  /** Runs an action. Does nothing while another action runs, for example after a double click. */
  readonly run: (work: Work) => Promise<void>;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Runs one action at a time, announces or shows its result, and calls `done` if it succeeds. */
export function useAction(done: () => void = () => {}): ActionRunner {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const run = async (work: Work): Promise<void> => {
    if (isBusy.peek()) return;
    refusal.value = null;
    isBusy.value = true;
    try {
      announce(await work());
      done();
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { run, refusal, isBusy };
}

interface Props {
  readonly title: string;
  /** The label of the submit button. */
  readonly submitLabel: string;
  readonly close: () => void;
  /** If it throws, the dialog stays open and shows the error. */
  readonly run: Work;
  readonly children?: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly kind?: 'box' | 'drawer';
  /** Whether the action is irreversible. */
  readonly isDanger?: boolean;
}

/** A dialog with a form. It closes if the action succeeds, and keeps its inputs if the action fails. */
export function FormDialog(props: Props) {
  const { title, submitLabel, close, run, children, isDisabled = false, kind, isDanger = false } = props;
  const runner = useAction(close);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void runner.run(run);
  };
  return (
    <Dialog title={title} close={close} kind={kind}>
      <form class="actions" onSubmit={submit}>
        {children}
        <Refusal message={runner.refusal.value} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="submit"
          class={isDanger ? 'main danger' : 'main'}
          disabled={isDisabled}
          aria-disabled={runner.isBusy.value}
        >
          {submitLabel}
        </button>
      </form>
    </Dialog>
  );
}
