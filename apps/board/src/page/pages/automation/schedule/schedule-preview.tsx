import type { NextTimesResponse, TriggerPreviewResponse } from '@slipway/api-schema/triggers';
import { Message } from '../../../components/message.tsx';
import { useDebounced, useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { cronInWords, intervalInWords } from './schedule-words.ts';
import { ownZone } from './zone-field.tsx';

/** A schedule as in the fields of a trigger. */
export interface ScheduleTexts {
  readonly pollType: string;
  readonly periodicity: string;
  readonly timeZone: string;
}

/** Returns a time in words, in its time zone. The server has checked the zone; an unknown one is shown as UTC. */
function zonedText(date: string, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions = {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  };
  try {
    return new Intl.DateTimeFormat(undefined, { ...options, timeZone }).format(new Date(date));
  } catch {
    return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(date));
  }
}

/** The next times of a schedule in its time zone, with the effect of daylight saving. */
export const TimeList = ({ next }: Pick<TriggerPreviewResponse, 'next'>) => (
  <ol class="run-times">
    {next.map(({ date, timeZone, daylightSaving }) => (
      <li key={date}>
        <time dateTime={new Date(date).toISOString()}>{zonedText(date, timeZone)}</time>
        {daylightSaving !== undefined && <div class="hint">{daylightSaving}</div>}
      </li>
    ))}
  </ol>
);

/** Returns the schedule in a sentence. The description of the server is for expressions without short words. */
function inWords({ pollType, periodicity }: ScheduleTexts, { timeZone, description }: NextTimesResponse): string {
  if (pollType !== 'CRON') return intervalInWords(Number(periodicity));
  return t`${cronInWords(periodicity) ?? t`Runs ${description}`}, ${timeZone}`;
}

/** The sentence and the next times of a schedule that is not saved yet, from the code of the scheduler. */
export function SchedulePreview(schedule: ScheduleTexts) {
  const { pollType, periodicity, timeZone } = schedule;
  const query = new URLSearchParams({ pollType, periodicity, timeZone: timeZone.trim() || ownZone() });
  const path = useDebounced(`/triggers/next-times?${query}`);
  const { value, refusal, isCurrent } = useQuery<NextTimesResponse>(path);
  const times = isCurrent() ? value.value : undefined;
  return (
    <section aria-label="Next runs" aria-live="polite">
      {refusal.value !== null && (
        <p class="hint wrong">
          <Message message={refusal.value} />
        </p>
      )}
      {times && (
        <>
          <p class="why">{inWords(schedule, times)}</p>
          <TimeList next={times.next} />
        </>
      )}
    </section>
  );
}
