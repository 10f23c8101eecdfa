import { useSignal } from '@preact/signals';

interface Props {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly run: () => void;
}

/** Deletes in two steps, since nothing brings back what was deleted. */
export function DeleteButton({ name, isDisabled, run }: Props) {
  const isAsked = useSignal(false);
  return (
    <button type="button" disabled={isDisabled} onClick={isAsked.value ? run : () => (isAsked.value = true)}>
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
