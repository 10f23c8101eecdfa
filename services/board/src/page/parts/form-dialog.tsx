import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { sentenceOf } from '../data/refused.ts';
import { announce } from '../place/announce.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

interface Props {
  readonly title: string;
  /** what its button says */
  readonly word: string;
  readonly close: () => void;
  /** Does it, and answers what is told then. Throws Refused, Away: then the dialog stays, and says so. */
  readonly run: () => Promise<string>;
  readonly children?: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isDrawer?: boolean;
}

/** Asks what something takes, has it done, and is gone; what is refused is told in it, and nothing that was typed is lost. */
export function FormDialog({ title, word, close, run, children, isDisabled = false, isDrawer = false }: Props) {
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const send = async (): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    try {
      announce(await run());
      close();
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy.value) void send();
  };
  return (
    <Dialog title={title} close={close} isDrawer={isDrawer}>
      <form class="actions" onSubmit={submit}>
        {children}
        <Refusal sentence={refusal.value} />
        <button type="submit" class="main" disabled={isDisabled} aria-disabled={isBusy.value}>
          {word}
        </button>
      </form>
    </Dialog>
  );
}
