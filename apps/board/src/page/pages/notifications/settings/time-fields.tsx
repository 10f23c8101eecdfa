import Plus from '~icons/lucide/plus';
import { CheckField, ChoiceField } from '../../../components/fields/field.tsx';
import { DaysField, TimeField } from '../../../components/fields/time-fields.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import { ownZone, ZoneField } from '../../automation/schedule/zone-field.tsx';
import { type NotificationPreferences, type QuietHours, weekdayName, weekdays, workingDays } from './settings.ts';

/** The days of a week with their names, from Monday. */
const week = weekdays.map((day) => [day, weekdayName(day)] as const);

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
    <DaysField week={week} days={period.weekdays} change={(days) => change({ ...period, weekdays: days })} />
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
          <DaysField week={week} days={digest.weekdays} change={(days) => set({ weekdays: days })} />
        )}
        {digest.frequency === 'weekly' && (
          <ChoiceField
            label="Day"
            value={day}
            options={week}
            change={(text) => set({ weekdays: weekdays.filter((name) => name === text) })}
          />
        )}
        {digest.frequency !== 'off' && <TimeField label="Time" value={digest.time} change={(time) => set({ time })} />}
        <ZoneField value={timeZone ?? ''} change={(zone) => change({ timeZone: zone === '' ? null : zone })} />
      </div>
    </section>
  );
}
