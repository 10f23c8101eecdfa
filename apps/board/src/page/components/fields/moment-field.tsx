import { useId } from 'preact/hooks';
import { isUtc } from '../../navigation/preferences.ts';
import { t } from '../../navigation/text.ts';
import { Hint, joinHints, useFieldError } from './field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  /** A `datetime-local` value, as `toDateInput` returns it. */
  readonly value: string;
  readonly change: (input: string) => void;
}

/** Returns a hint with the time zone of the field, and the typed time in UTC. */
function utcHint(input: string): string {
  const date = new Date(input);
  // A value from the URL may be an invalid time.
  if (Number.isNaN(date.getTime())) return t('Your time zone');
  return t`Your time zone. ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A field for a date and time in the user's time zone. If the page shows times in UTC, a hint names the time zone. */
export function MomentField({ label, hint: ownHint, isRequired, value, change }: Props) {
  const id = useId();
  const hint = isUtc.value ? joinHints(utcHint(value), ownHint) : ownHint;
  const { error, control, accept } = useFieldError(id, hint);
  return (
    <div class="field short">
      <label for={id}>{label}</label>
      <input
        {...control}
        id={id}
        class={value === '' ? 'blank' : undefined}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        required={isRequired}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}
