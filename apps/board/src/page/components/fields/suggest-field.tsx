import { useId } from 'preact/hooks';
import { Hint, useFieldError } from './field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (text: string) => void;
  /** The values to offer. The user can type another one. */
  readonly suggestions: readonly string[];
}

/** A text field that offers values. */
export function SuggestField({ label, hint, value, change, suggestions }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...control}
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-offers`}
        value={value}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <datalist id={`${id}-offers`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}
