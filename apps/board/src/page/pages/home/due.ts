import { t } from '../../navigation/text.ts';
import { dateText, timeText } from '../calendar/date-texts.ts';
import { dayOf } from '../calendar/days.ts';

export type DueGroup = 'overdue' | 'today' | 'later' | 'undated';

/** Returns the group of a task by its due date, in milliseconds since 1970; null for a task without one. */
export function dueGroup(due: number | null, isOverdue: boolean, now: number): DueGroup {
  if (isOverdue) return 'overdue';
  if (due === null) return 'undated';
  return dayOf(due) === dayOf(now) ? 'today' : 'later';
}

const minuteMs = 60_000;

/** Returns a duration with one unit: minutes up to 90 minutes, hours up to 36 hours, then days. */
function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes <= 90) return t`${minutes} min`;
  return minutes <= 36 * 60 ? t`${Math.round(minutes / 60)} h` : t`${Math.round(minutes / 1440)} d`;
}

/** Returns the due date, as a time if it is today, with the delay. */
export function describeDue(due: number, now: number): string {
  const text = dayOf(due) === dayOf(now) ? timeText(due) : dateText(due);
  return t`Due ${text}${due < now ? t`, ${durationText(now - due)} late` : ''}`;
}
