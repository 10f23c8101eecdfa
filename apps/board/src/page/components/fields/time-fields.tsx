import { useId } from 'preact/hooks';

interface TimeProps {
  readonly label: string;
  /** A time of day, such as `08:00`. */
  readonly value: string;
  readonly change: (time: string) => void;
}

/** A field for a time of day. */
export function TimeField({ label, value, change }: TimeProps) {
  const id = useId();
  return (
    <div class="field short">
      <label for={id}>{label}</label>
      <input id={id} type="time" required value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </div>
  );
}

interface DaysProps<Day extends string | number> {
  /** The days of a week in their order, with their names. */
  readonly week: readonly (readonly [day: Day, name: string])[];
  readonly days: readonly Day[];
  /** Called with the checked days, in the order of the week. */
  readonly change: (days: readonly Day[]) => void;
}

/** Weekdays as checkboxes. The last checked day stays checked, because a week without days never occurs. */
export const DaysField = <Day extends string | number>({ week, days, change }: DaysProps<Day>) => (
  <fieldset class="row wrapped">
    <legend>Days</legend>
    {week.map(([day, name]) => {
      const isOn = days.includes(day);
      const toggle = (): void =>
        change(week.map(([other]) => other).filter((other) => (other === day ? !isOn : days.includes(other))));
      return (
        <label key={day} class="check">
          <input type="checkbox" checked={isOn} disabled={isOn && days.length === 1} onChange={toggle} />
          {name}
        </label>
      );
    })}
  </fieldset>
);
