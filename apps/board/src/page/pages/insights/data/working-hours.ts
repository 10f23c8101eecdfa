import { t } from '../../../navigation/text.ts';
import { weekdays } from '../../notifications/settings/settings.ts';
import type { WorkingHours } from './responses.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

/** Returns working hours in words, such as `Mon, Fri, 09:00–17:00, UTC`. */
export function workingHoursText({ weekdays: days, from, to, timeZone }: WorkingHours): string {
  const names = weekdays
    .flatMap((day, index) => (days.includes(day) ? [dayFormat.format(monday + index * dayMs)] : []))
    .join(', ');
  return t`${names}, ${from}–${to}, ${timeZone}`;
}
