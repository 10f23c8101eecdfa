import { ChoiceField } from '../../../components/fields/field.tsx';
import { DaysField, TimeField } from '../../../components/fields/time-fields.tsx';
import { t } from '../../../navigation/text.ts';
import { hourSteps, minuteSteps, type Recurrence } from './recurrence.ts';
import { weekdays } from './schedule-words.ts';

/** The numbers of the weekdays with their names, from Monday. */
const week = [1, 2, 3, 4, 5, 6, 0].map((day) => [day, weekdays[day] ?? ''] as const);

const numbers = (from: number, to: number): readonly (readonly [string, string])[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), String(from + index)] as const);

const monthDays = [...numbers(1, 31), ['last', t('Last day')] as const];
const minutes = numbers(0, 59);
const choicesOf = (steps: readonly number[]) => steps.map((step) => [String(step), String(step)] as const);

type Change = (recurrence: Recurrence) => void;

interface WeeklyProps {
  readonly recurrence: Extract<Recurrence, { readonly kind: 'weekly' }>;
  readonly change: Change;
}

const WeeklyFields = ({ recurrence, change }: WeeklyProps) => (
  <>
    <DaysField week={week} days={recurrence.days} change={(days) => change({ ...recurrence, days: days.toSorted() })} />
    <TimeField label={t('Time of day')} value={recurrence.time} change={(time) => change({ ...recurrence, time })} />
  </>
);

interface Props {
  readonly recurrence: Recurrence;
  readonly change: Change;
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
      return (
        <TimeField
          label={t('Time of day')}
          value={recurrence.time}
          change={(time) => change({ ...recurrence, time })}
        />
      );
    case 'weekly':
      return <WeeklyFields recurrence={recurrence} change={change} />;
    case 'monthly':
      return (
        <div class="form-row">
          <ChoiceField
            label="Day of the month"
            value={String(recurrence.day)}
            options={monthDays}
            change={(day) => change({ ...recurrence, day: day === 'last' ? 'last' : Number(day) })}
          />
          <TimeField
            label={t('Time of day')}
            value={recurrence.time}
            change={(time) => change({ ...recurrence, time })}
          />
        </div>
      );
  }
}
