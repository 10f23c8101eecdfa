import { useId } from 'preact/hooks';
import { isUtc } from '../../navigation/preferences.ts';
import { Hint, joinHints } from './field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  /** as `toDateInput` has it */
  readonly value: string;
  readonly change: (input: string) => void;
}

/** A typed time in UTC, if the user has chosen UTC. */
function utcHint(input: string): string {
  const date = new Date(input);
  // an address may hold what is no moment
  if (Number.isNaN(date.getTime())) return 'Your time zone';
  return `Your time zone. ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A date and a time, in the viewer's zone; if others are shown in UTC, its label includes the zone. */
export function MomentField({ label, hint: ownHint, isRequired, value, change }: Props) {
  const id = useId();
  const hint = isUtc.value ? joinHints(utcHint(value), ownHint) : ownHint;
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
