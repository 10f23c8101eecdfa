import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** as `typedOf` has it */
  readonly value: string;
  readonly change: (typed: string) => void;
}

/** A date and a time, in the viewer's zone. */
export function MomentField({ label, value, change }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}
