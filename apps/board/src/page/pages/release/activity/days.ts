import type { ActivityResponse } from '@slipway/api-schema/history';
import { t } from '../../../navigation/text.ts';

/** The entries of one day. */
export interface ActivityDay {
  /** The title of the day, which is also its key. */
  readonly title: string;
  readonly entries: readonly ActivityResponse[];
}

const hourMs = 3_600_000;

/** Returns the day before a time. A day has 23 to 25 hours. */
function previousDay(now: number, format: Intl.DateTimeFormat): string {
  const today = format.format(now);
  let at = now;
  while (format.format(at) === today) at -= hourMs;
  return format.format(at);
}

/** Groups entries by day in a time zone; undefined: that of the browser. Keeps the order of the entries. */
export function groupByDay(
  entries: readonly ActivityResponse[],
  now: number,
  timeZone: string | undefined,
  locale?: string,
): readonly ActivityDay[] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const names = new Map([
    [previousDay(now, format), t('Yesterday')],
    [format.format(now), t('Today')],
  ]);
  const days = Map.groupBy(entries, ({ eventTime }) => format.format(new Date(eventTime)));
  return [...days].map(([day, items]) => ({ title: names.get(day) ?? day, entries: items }));
}
