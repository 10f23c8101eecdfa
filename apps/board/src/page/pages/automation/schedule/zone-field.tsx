import { useId } from 'preact/hooks';
import { Hint, useFieldError } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';

/** The time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the offered time zones: the zone of the user, then UTC, then all others by name. */
const offeredZones = (): readonly string[] => [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];

interface Props {
  readonly value: string;
  readonly change: (zone: string) => void;
}

/** A field for a time zone, which offers the zones that contain the typed text. */
export function ZoneField({ value, change }: Props) {
  const id = useId();
  const hint = t`Type a part of the name, for example Berlin. Your own zone is ${ownZone()}`;
  const { error, control, accept } = useFieldError(id, hint);
  return (
    <div class="field">
      <label for={id}>Time zone</label>
      <input
        {...control}
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-offers`}
        value={value}
        required
        // the list offers only zones that match the text, so that the first key replaces the whole name
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <datalist id={`${id}-offers`}>
        {offeredZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}
