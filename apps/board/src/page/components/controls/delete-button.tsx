import { useSignal } from '@preact/signals';
import { t } from '../../navigation/text.ts';

interface Props {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly run: () => void;
  /** Whether the view has several delete buttons. The label then contains `name`. */
  readonly isOneOfMany?: boolean;
}

/** A delete button with a second click as confirmation, because deletion is irreversible. */
export function DeleteButton({ name, isDisabled, run, isOneOfMany = false }: Props) {
  const isConfirming = useSignal(false);
  const handleClick = ({ detail }: MouseEvent): void => {
    if (!isConfirming.value) isConfirming.value = true;
    // The second click of a double click does not confirm the deletion.
    else if (detail <= 1) run();
  };
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={isOneOfMany && !isConfirming.value ? t`Delete ${name}` : undefined}
      onClick={handleClick}
    >
      {isConfirming.value ? t('Confirm delete') : t('Delete')}
    </button>
  );
}
