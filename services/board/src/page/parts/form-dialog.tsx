import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { sentenceOf } from '../data/refused.ts';
import { announce } from '../place/announce.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

/** Has something done that answers what is told then. Throws Refused, Away. */
type Work = () => Promise<string>;

interface Doing {
  /** Does it, unless something is being done already: who clicks twice means one thing. */
  readonly run: (work: Work) => Promise<void>;
  readonly refusal: ReadonlySignal<string | null>;
  readonly isBusy: ReadonlySignal<boolean>;
}

/** Has one thing done at a time, tells what came of it, and calls `done` unless it was refused. */
export function useDoing(done: () => void = () => {}): Doing {
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const run = async (work: Work): Promise<void> => {
    if (isBusy.peek()) return;
    refusal.value = null;
    isBusy.value = true;
    try {
      announce(await work());
      done();
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { run, refusal, isBusy };
}

interface Props {
  readonly title: string;
  /** what its button says */
  readonly word: string;
  readonly close: () => void;
  /** where it is refused, the dialog stays, and says so */
  readonly run: Work;
  readonly children?: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isDrawer?: boolean;
}

/** Asks what something takes, has it done, and is gone; what is refused is told in it, and nothing that was typed is lost. */
export function FormDialog({ title, word, close, run, children, isDisabled = false, isDrawer = false }: Props) {
  const doing = useDoing(close);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void doing.run(run);
  };
  return (
    <Dialog title={title} close={close} isDrawer={isDrawer}>
      <form class="actions" onSubmit={submit}>
        {children}
        <Refusal sentence={doing.refusal.value} />
        <button type="submit" class="main" disabled={isDisabled} aria-disabled={doing.isBusy.value}>
          {word}
        </button>
      </form>
    </Dialog>
  );
}
