import { useId } from 'preact/hooks';
import { Hint, useFieldError } from '../../components/fields/field.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly min: number;
  readonly isDisabled: boolean;
  readonly change: (value: string) => void;
}

/** A field for a score of at most 100. */
export function ScoreField({ label, value, min, isDisabled, change }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, undefined);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...control}
        id={id}
        type="number"
        min={min}
        max={100}
        step={1}
        required
        disabled={isDisabled}
        value={value}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
