import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { formatRecurrence, parseRecurrence, type Recurrence } from './recurrence.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { SchedulePreview, type ScheduleTexts } from './schedule-preview.tsx';
import { unitOf } from './schedule-words.ts';
import { ownZone, ZoneField } from './zone-field.tsx';

/** How a schedule is entered. */
type Mode = Recurrence['kind'] | 'interval' | 'expression';

const modes: readonly (readonly [Mode, string])[] = [
  ['daily', t('Every day')],
  ['weekdays', t('Monday to Friday')],
  ['weekly', t('On days of the week')],
  ['monthly', t('Every month')],
  ['hours', t('Every few hours')],
  ['minutes', t('Every few minutes')],
  ['interval', t('Fixed interval')],
  ['expression', t('Cron expression')],
];

const startTime = '02:00';

/** Returns the first recurrence of a mode. It keeps the time of day of the previous one. */
function startOf(mode: Recurrence['kind'], previous: Recurrence | null): Recurrence {
  const time = previous !== null && 'time' in previous ? previous.time : startTime;
  switch (mode) {
    case 'minutes':
      return { kind: mode, every: 15 };
    case 'hours':
      return { kind: mode, every: 1, minute: 0 };
    case 'daily':
    case 'weekdays':
      return { kind: mode, time };
    case 'weekly':
      return { kind: mode, days: [1], time };
    case 'monthly':
      return { kind: mode, day: 1, time };
  }
}

const intervalUnits = [
  ['1', t('seconds')],
  ['60', t('minutes')],
  ['3600', t('hours')],
  ['86400', t('days')],
] as const;

interface IntervalProps {
  /** The interval in seconds, as a text. */
  readonly periodicity: string;
  readonly change: (periodicity: string) => void;
}

/** An interval as a number and its unit. */
function IntervalFields({ periodicity, change }: IntervalProps) {
  const id = useId();
  const seconds = /^\d+$/.test(periodicity) ? Number(periodicity) : null;
  const unit = useSignal(unitOf(seconds ?? 1));
  const size = seconds !== null && seconds % unit.value !== 0 ? 1 : unit.value;
  const length = seconds === null ? periodicity : String(seconds / size);
  return (
    <div class="form-row">
      <div class="field">
        <label for={id}>Interval</label>
        <input
          id={id}
          type="number"
          min={1}
          step={1}
          required
          value={length}
          onInput={({ currentTarget: { value } }) => change(value === '' ? '' : String(Number(value) * size))}
        />
      </div>
      <ChoiceField
        label="Unit"
        value={String(size)}
        options={intervalUnits}
        change={(chosen) => {
          unit.value = Number(chosen);
          if (seconds !== null) change(String(Number(length) * unit.value));
        }}
      />
    </div>
  );
}

interface Props extends ScheduleTexts {
  readonly change: (texts: Partial<ScheduleTexts>) => void;
}

/** The fields of a cron expression: the builder or the expression, and the time zone. */
function CronFields({ mode, periodicity, timeZone, change }: Props & { readonly mode: Mode }) {
  const recurrence = mode === 'expression' ? null : parseRecurrence(periodicity);
  return (
    <>
      {recurrence === null ? (
        <TextField
          label="Expression"
          hint="Minute, hour, day of the month, month, weekday. For example 0 3 * * 1-5"
          isRequired
          value={periodicity}
          change={(text) => change({ periodicity: text })}
        />
      ) : (
        <RecurrenceFields
          recurrence={recurrence}
          change={(changed) => change({ periodicity: formatRecurrence(changed) })}
        />
      )}
      <ZoneField value={timeZone} change={(zone) => change({ timeZone: zone })} />
    </>
  );
}

function modeOf({ pollType, periodicity }: ScheduleTexts): Mode | null {
  if (pollType !== 'CRON') return periodicity === '' && pollType === '' ? null : 'interval';
  return parseRecurrence(periodicity)?.kind ?? 'expression';
}

/** The schedule of a trigger: a builder of cron expressions, an interval or an expression, with its next times. */
export function ScheduleFields({ pollType, periodicity, timeZone, change }: Props) {
  const isExpert = useSignal(false);
  const schedule = { pollType, periodicity, timeZone };
  const mode = isExpert.value && pollType === 'CRON' ? 'expression' : modeOf(schedule);
  const select = (text: string): void => {
    const chosen = modes.find(([name]) => name === text)?.[0];
    if (chosen === undefined) return;
    isExpert.value = chosen === 'expression';
    if (chosen === 'interval') {
      change({ pollType: 'REPEAT', periodicity: '3600' });
      return;
    }
    const previous = pollType === 'CRON' ? parseRecurrence(periodicity) : null;
    const kept = pollType === 'CRON' ? periodicity : '';
    const written = chosen === 'expression' ? kept : formatRecurrence(startOf(chosen, previous));
    change({ pollType: 'CRON', periodicity: written, ...(timeZone === '' && { timeZone: ownZone() }) });
  };
  return (
    <>
      <ChoiceField
        label="Repeats"
        isRequired
        value={mode ?? ''}
        options={mode === null ? [['', t('Select…')], ...modes] : modes}
        change={select}
      />
      {mode === 'interval' && (
        <IntervalFields periodicity={periodicity} change={(seconds) => change({ periodicity: seconds })} />
      )}
      {mode !== null && mode !== 'interval' && <CronFields {...schedule} mode={mode} change={change} />}
      {mode !== null && periodicity.trim() !== '' && <SchedulePreview {...schedule} />}
    </>
  );
}
