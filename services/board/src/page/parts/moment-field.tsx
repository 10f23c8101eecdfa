import { useId } from 'preact/hooks';
import { Hint } from './field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  /** as `typedOf` has it */
  readonly value: string;
  readonly change: (typed: string) => void;
}

/** A date and a time, in the viewer's zone. */
export function MomentField({ label, hint, isRequired, value, change }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        required={isRequired}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <Hint id={`${id}-hint`} text={hint} />
    </div>
  );
}
