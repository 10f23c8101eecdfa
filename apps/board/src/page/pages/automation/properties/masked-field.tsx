import { useId } from 'preact/hooks';
import { Hint, useFieldError } from '../../../components/fields/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (value: string) => void;
}

/**
 * A field for a secret with several lines, such as a private key. Its text is hidden. A password field has one line and
 * would remove the line breaks.
 */
export function MaskedField({ label, hint, value, change }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...control}
        id={id}
        class="masked"
        rows={3}
        value={value}
        autoComplete="new-password"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}
