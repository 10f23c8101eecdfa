import type { ComponentChildren } from 'preact';
import type { DisplayMessage } from '../api/language.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

interface Props {
  readonly title: string;
  /** The label of the confirm button. */
  readonly confirmLabel: string;
  readonly close: () => void;
  readonly run: () => void;
  /** The consequences of the action. */
  readonly children: ComponentChildren;
  readonly refusal?: DisplayMessage | null;
  readonly isDisabled?: boolean;
}

/** A confirmation before an irreversible action. */
export const ConfirmDialog = ({
  title,
  confirmLabel,
  close,
  run,
  children,
  refusal = null,
  isDisabled = false,
}: Props) => (
  <Dialog title={title} close={close}>
    <p>{children}</p>
    <Refusal message={refusal} />
    <div class="actions">
      <button type="button" onClick={close}>
        Cancel
      </button>
      <button type="button" class="main danger" disabled={isDisabled} onClick={run}>
        {confirmLabel}
      </button>
    </div>
  </Dialog>
);
