import { CheckField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { weekdays } from '../notifications/settings/settings.ts';
import type { InsightsContext } from './data/insights-context.ts';
import type { InsightOptions, WorkingHours } from './data/responses.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

/** Returns working hours in words, such as `Mon, Fri, 09:00–17:00, UTC`. */
function workingHoursText({ weekdays: days, from, to, timeZone }: WorkingHours): string {
  const names = weekdays
    .flatMap((day, index) => (days.includes(day) ? [dayFormat.format(monday + index * dayMs)] : []))
    .join(', ');
  return t`${names}, ${from}–${to}, ${timeZone}`;
}

/** Whether durations count only the working hours of the installation. */
export function WorkingTimeField({ query: { isWorkingTime }, change }: InsightsContext) {
  const { value, refusal, retry } = useQuery<InsightOptions>('/insights/settings');
  const hours = value.value?.workingHours;
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      {(hours !== undefined || isWorkingTime) && (
        <CheckField
          label="Count only working hours"
          hint={hours && workingHoursText(hours)}
          isOn={isWorkingTime}
          change={(isOn) => change({ isWorkingTime: isOn })}
        />
      )}
      {value.value !== undefined && hours === undefined && (
        <p class="hint">No working hours are set. An administrator can set them with Settings… above.</p>
      )}
    </>
  );
}
