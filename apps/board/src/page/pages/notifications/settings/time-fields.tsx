import { useId } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import { CheckField, ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import { ownZone, ZoneField } from '../../automation/schedule/zone-field.tsx';
import {
  type NotificationPreferences,
  type QuietHours,
  type Weekday,
  weekdayName,
  weekdays,
  workingDays,
} from './settings.ts';

interface TimeProps {
  readonly label: string;
  readonly value: string;
  readonly change: (time: string) => void;
}

/** A time of day. */
function TimeField({ label, value, change }: TimeProps) {
  const id = useId();
  return (
    <div class="field short">
      <label for={id}>{label}</label>
      <input id={id} type="time" required value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </div>
  );
}

interface DaysProps {
  readonly days: readonly Weekday[];
  readonly change: (days: readonly Weekday[]) => void;
}

/** Weekdays as checkboxes. The last checked day stays checked. */
const DaysField = ({ days, change }: DaysProps) => (
  <fieldset class="row wrapped">
    <legend>Days</legend>
    {weekdays.map((day) => {
      const isOn = days.includes(day);
      return (
        <label key={day} class="check">
          <input
            type="checkbox"
            checked={isOn}
            disabled={isOn && days.length === 1}
            onChange={() => change(weekdays.filter((other) => (other === day ? !isOn : days.includes(other))))}
          />
          {weekdayName(day)}
        </label>
      );
    })}
  </fieldset>
);

interface Props {
  readonly preferences: NotificationPreferences;
  readonly change: (changes: Partial<NotificationPreferences>) => void;
}

const newPeriod: QuietHours = { weekdays, from: '20:00', to: '07:00' };

interface PeriodProps {
  readonly period: QuietHours;
  readonly position: number;
  readonly change: (period: QuietHours) => void;
  readonly remove: () => void;
}

/** One period of quiet hours. */
const Period = ({ period, position, change, remove }: PeriodProps) => (
  <fieldset class="quiet-period">
    <legend>Period {position}</legend>
    <DaysField days={period.weekdays} change={(days) => change({ ...period, weekdays: days })} />
    <div class="part-row">
      <TimeField label="From" value={period.from} change={(from) => change({ ...period, from })} />
      <TimeField label="To" value={period.to} change={(to) => change({ ...period, to })} />
      <button type="button" class="quiet" aria-label={t`Remove period ${position}`} onClick={remove}>
        Remove
      </button>
    </div>
    {period.from > period.to && <p class="hint">Until {period.to} on the next day</p>}
  </fieldset>
);

/** The times without email and browser notifications. */
export function QuietHoursCard({ preferences: { quietHours, alertsInQuietHours, timeZone }, change }: Props) {
  const setPeriods = (periods: readonly QuietHours[]): void =>
    change({ quietHours: periods, ...(timeZone === null && periods.length > 0 && { timeZone: ownZone() }) });
  return (
    <section class="card">
      <header>
        <h2>Quiet hours</h2>
        <button type="button" class="small end" onClick={() => setPeriods([...quietHours, newPeriod])}>
          <Icon of={Plus} />
          Add period
        </button>
      </header>
      <div class="body">
        <p class="hint">Email and browser notifications wait until the period ends. The inbox is always current.</p>
        {quietHours.map((period, index) => (
          <Period
            key={index}
            period={period}
            position={index + 1}
            change={(next) => setPeriods(quietHours.map((other, at) => (at === index ? next : other)))}
            remove={() => setPeriods(quietHours.filter((_, at) => at !== index))}
          />
        ))}
        {quietHours.length > 0 && (
          <CheckField
            label="Send alerts also in quiet hours"
            isOn={alertsInQuietHours}
            change={(isOn) => change({ alertsInQuietHours: isOn })}
          />
        )}
      </div>
    </section>
  );
}

const frequencies = [
  ['daily', t('On selected days')],
  ['weekly', t('Once a week')],
  ['off', t('Never')],
] as const;

/** When the digest is sent, and the time zone of all times. */
export function DigestCard({ preferences: { digest, timeZone }, change }: Props) {
  const set = (changes: Partial<NotificationPreferences['digest']>): void =>
    change({ digest: { ...digest, ...changes }, ...(timeZone === null && { timeZone: ownZone() }) });
  const frequencyOf = (text: string) => frequencies.find(([frequency]) => frequency === text)?.[0] ?? 'daily';
  const [day = 'MONDAY'] = digest.weekdays;
  return (
    <section class="card">
      <header>
        <h2>Email digest</h2>
      </header>
      <div class="body set">
        <p class="hint">One email with all events whose mode is Digest. An empty digest is not sent.</p>
        <ChoiceField
          label="Send"
          value={digest.frequency}
          options={frequencies}
          change={(text) => {
            const frequency = frequencyOf(text);
            set({ frequency, ...(frequency === 'daily' && digest.weekdays.length < 2 && { weekdays: workingDays }) });
          }}
        />
        {digest.frequency === 'daily' && (
          <DaysField days={digest.weekdays} change={(days) => set({ weekdays: days })} />
        )}
        {digest.frequency === 'weekly' && (
          <ChoiceField
            label="Day"
            value={day}
            options={weekdays.map((name) => [name, weekdayName(name)] as const)}
            change={(text) => set({ weekdays: weekdays.filter((name) => name === text) })}
          />
        )}
        {digest.frequency !== 'off' && <TimeField label="Time" value={digest.time} change={(time) => set({ time })} />}
        <ZoneField value={timeZone ?? ''} change={(zone) => change({ timeZone: zone === '' ? null : zone })} />
      </div>
    </section>
  );
}
