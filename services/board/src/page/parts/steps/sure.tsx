import type { ComponentChildren } from 'preact';
import { Dialog } from '../dialog.tsx';
import { Refusal } from '../refusal.tsx';

interface Props {
  readonly title: string;
  /** what the button says */
  readonly word: string;
  readonly close: () => void;
  readonly run: () => void;
  /** what comes of it */
  readonly children: ComponentChildren;
  readonly refusal?: string | null;
  readonly isDisabled?: boolean;
}

/** Asks once more before what has no way back. */
export const Sure = ({ title, word, close, run, children, refusal = null, isDisabled = false }: Props) => (
  <Dialog title={title} close={close}>
    <p>{children}</p>
    <div class="actions">
      <button type="button" class="main" disabled={isDisabled} onClick={run}>
        {word}
      </button>
      <button type="button" onClick={close}>
        Leave it
      </button>
    </div>
    <Refusal sentence={refusal} />
  </Dialog>
);
