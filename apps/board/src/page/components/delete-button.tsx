import { useSignal } from '@preact/signals';

interface Props {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly run: () => void;
  /** Whether it is one of several, so that its label includes the name */
  readonly isOneOfMany?: boolean;
}

/** Deletes in two steps, since nothing brings back what was deleted. */
export function DeleteButton({ name, isDisabled, run, isOneOfMany = false }: Props) {
  const isConfirming = useSignal(false);
  const handleClick = ({ detail }: MouseEvent): void => {
    if (!isConfirming.value) isConfirming.value = true;
    // the second click of two has not read what it would do
    else if (detail <= 1) run();
  };
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={isOneOfMany && !isConfirming.value ? `Delete ${name}` : undefined}
      onClick={handleClick}
    >
      {isConfirming.value ? 'Confirm delete' : 'Delete'}
    </button>
  );
}
