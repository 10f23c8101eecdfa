import { useId } from 'preact/hooks';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { hourSteps, minuteSteps, type Recurrence } from './recurrence.ts';
import { weekdays } from './schedule-words.ts';

interface TimeProps {
  readonly time: string;
  readonly change: (time: string) => void;
}

function TimeField({ time, change }: TimeProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Time of day</label>
      <input id={id} type="time" required value={time} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </div>
  );
}

/** The numbers of the weekdays, from Monday. */
const weekOrder = [1, 2, 3, 4, 5, 6, 0];

interface DaysProps {
  readonly days: readonly number[];
  readonly change: (days: readonly number[]) => void;
}

/** The weekdays as checkboxes. The last checked day stays checked, because a week without days never occurs. */
const DaysField = ({ days, change }: DaysProps) => (
  <fieldset class="row wrapped">
    <legend>Days</legend>
    {weekOrder.map((day) => {
      const isOn = days.includes(day);
      return (
        <label key={day} class="check">
          <input
            type="checkbox"
            checked={isOn}
            disabled={isOn && days.length === 1}
            onChange={() => change((isOn ? days.filter((other) => other !== day) : [...days, day]).toSorted())}
          />
          {weekdays[day]}
        </label>
      );
    })}
  </fieldset>
);

const numbers = (from: number, to: number): readonly (readonly [string, string])[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), String(from + index)] as const);

const monthDays = [...numbers(1, 31), ['last', t('Last day')] as const];
const minutes = numbers(0, 59);
const choicesOf = (steps: readonly number[]) => steps.map((step) => [String(step), String(step)] as const);

interface Props {
  readonly recurrence: Recurrence;
  readonly change: (recurrence: Recurrence) => void;
}

/** The fields of a recurrence: its steps or days, and its time. */
export function RecurrenceFields({ recurrence, change }: Props) {
  switch (recurrence.kind) {
    case 'minutes':
      return (
        <ChoiceField
          label="Minutes between runs"
          value={String(recurrence.every)}
          options={choicesOf(minuteSteps)}
          change={(every) => change({ kind: 'minutes', every: Number(every) })}
        />
      );
    case 'hours':
      return (
        <div class="form-row">
          <ChoiceField
            label="Hours between runs"
            value={String(recurrence.every)}
            options={choicesOf(hourSteps)}
            change={(every) => change({ ...recurrence, every: Number(every) })}
          />
          <ChoiceField
            label="Minute"
            value={String(recurrence.minute)}
            options={minutes}
            change={(minute) => change({ ...recurrence, minute: Number(minute) })}
          />
        </div>
      );
    case 'daily':
    case 'weekdays':
      return <TimeField time={recurrence.time} change={(time) => change({ ...recurrence, time })} />;
    case 'weekly':
      return (
        <>
          <DaysField days={recurrence.days} change={(days) => change({ ...recurrence, days })} />
          <TimeField time={recurrence.time} change={(time) => change({ ...recurrence, time })} />
        </>
      );
    case 'monthly':
      return (
        <div class="form-row">
          <ChoiceField
            label="Day of the month"
            value={String(recurrence.day)}
            options={monthDays}
            change={(day) => change({ ...recurrence, day: day === 'last' ? 'last' : Number(day) })}
          />
          <TimeField time={recurrence.time} change={(time) => change({ ...recurrence, time })} />
        </div>
      );
  }
}
