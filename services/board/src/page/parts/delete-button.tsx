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
  const isAsked = useSignal(false);
  const press = ({ detail }: MouseEvent): void => {
    if (!isAsked.value) isAsked.value = true;
    // the second click of two has not read what it would do
    else if (detail <= 1) run();
  };
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={isOneOfMany && !isAsked.value ? `Delete ${name}` : undefined}
      onClick={press}
    >
      {isAsked.value ? (
        <span>
          Delete <bdi>{name}</bdi> for good
        </span>
      ) : (
        'Delete'
      )}
    </button>
  );
}
