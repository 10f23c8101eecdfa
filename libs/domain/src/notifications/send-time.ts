import { addDays, instantOf, localDayOf, minutesOf, weekdayOf } from '../calendar/local-time.ts';
import type { Instant } from '../model/json.ts';
import type { NotificationMode, Urgency } from '../notification-choices/choices.ts';
import { type DigestSchedule, defaultPreferences, type NotificationPreferences, type QuietPeriod } from './settings.ts';

/** How long the first event of a release waits for others, in milliseconds (notifications.md, Timing). */
export const groupingMs = 30_000;

/** The preferences that decide when a message is sent. `zone` is the one of the user, or of the installation. */
export interface SendSchedule extends Pick<NotificationPreferences, 'quietHours' | 'alertsInQuietHours' | 'digest'> {
  readonly zone: string;
}

/** Returns the end of a quiet period that contains the time, or null. */
function endOfPeriod({ weekdays, from, to }: QuietPeriod, zone: string, at: Instant): Instant | null {
  const today = localDayOf(zone, at);
  for (const day of [addDays(today, -1), today]) {
    const weekday = weekdayOf(day);
    if (weekday === undefined || !weekdays.includes(weekday)) continue;
    const end = instantOf(zone, minutesOf(to) > minutesOf(from) ? day : addDays(day, 1), to);
    if (instantOf(zone, day, from) <= at && at < end) return end;
  }
  return null;
}

/** The maximum number of adjacent periods. More would never end. */
const maxPeriods = 16;

/** Returns when the quiet hours around a time end; the time itself outside of them. */
export function endOfQuietHours(periods: readonly QuietPeriod[], zone: string, at: Instant): Instant {
  let time = at;
  for (let count = 0; count < maxPeriods; count += 1) {
    const ends = periods.flatMap((period) => endOfPeriod(period, zone, time) ?? []);
    if (ends.length === 0) return time;
    time = Math.max(...ends);
  }
  return time;
}

/** Returns the time of the next digest after `now`. Without a schedule, it is that of the default. */
export function nextDigestAt({ digest, zone }: Pick<SendSchedule, 'digest' | 'zone'>, now: Instant): Instant {
  const { frequency, weekdays, time }: DigestSchedule =
    digest.frequency === 'off' || digest.weekdays.length === 0 ? defaultPreferences.digest : digest;
  const days = frequency === 'weekly' ? weekdays.slice(0, 1) : weekdays;
  for (let day = localDayOf(zone, now); ; day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    const at = instantOf(zone, day, time);
    if (weekday !== undefined && days.includes(weekday) && at > now) return at;
  }
}

/** Whether a message waits for its group only, or also for a digest or the end of quiet hours. */
export interface SendTime {
  readonly state: 'pending' | 'held';
  readonly at: Instant;
  readonly digest: boolean;
}

/** Returns when a message of a user is first due. Alerts pass quiet hours if the user allows it. */
export function sendTimeOf(
  mode: Exclude<NotificationMode, 'off'>,
  urgency: Urgency,
  eventAt: Instant,
  schedule: SendSchedule,
): SendTime {
  if (mode === 'digest') return { state: 'held', at: nextDigestAt(schedule, eventAt), digest: true };
  const grouped = eventAt + groupingMs;
  const passes = urgency === 'alert' && schedule.alertsInQuietHours;
  const at = passes ? grouped : endOfQuietHours(schedule.quietHours, schedule.zone, grouped);
  return { state: at === grouped ? 'pending' : 'held', at, digest: false };
}
