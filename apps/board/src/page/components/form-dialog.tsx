import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { announce } from '../navigation/announce.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

/** Runs an action, and returns its message. Throws ApiError, OfflineError. */
type Work = () => Promise<string>;

interface ActionRunner {
  /** Runs it, unless an action is running: a double click counts once */
  readonly run: (work: Work) => Promise<void>;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Runs one action at a time, shows its result, and calls `done` after success. */
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
  /** The label of its button */
  readonly submitLabel: string;
  readonly close: () => void;
  /** After a refusal, the dialog stays open and shows it */
  readonly run: Work;
  readonly children?: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isDrawer?: boolean;
}

/** A dialog with a form, which closes after its action; a refusal is shown in it, and no input is lost. */
export function FormDialog({ title, submitLabel, close, run, children, isDisabled = false, isDrawer = false }: Props) {
  const runner = useAction(close);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void runner.run(run);
  };
  return (
    <Dialog title={title} close={close} isDrawer={isDrawer}>
      <form class="actions" onSubmit={submit}>
        {children}
        <Refusal message={runner.refusal.value} />
        <button type="submit" class="main" disabled={isDisabled} aria-disabled={runner.isBusy.value}>
          {submitLabel}
        </button>
      </form>
    </Dialog>
  );
}
