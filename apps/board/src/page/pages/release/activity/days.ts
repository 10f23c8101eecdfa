import type { ActivityResponse } from '@slipway/api-schema/history';

/** The entries of one day. */
export interface ActivityDay {
  /** The title of the day, which is also its key. */
  readonly title: string;
  readonly entries: readonly ActivityResponse[];
}

/** Groups entries by day in a time zone; undefined: that of the browser. Keeps the order of the entries. */
export function groupByDay(
  entries: readonly ActivityResponse[],
  now: number,
  timeZone: string | undefined,
  locale?: string,
): readonly ActivityDay[] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const dayMs = 86_400_000;
  const names = new Map([
    [format.format(now - dayMs), 'Yesterday'],
    [format.format(now), 'Today'],
  ]);
  const days = Map.groupBy(entries, ({ eventTime }) => format.format(new Date(eventTime)));
  return [...days].map(([day, items]) => ({ title: names.get(day) ?? day, entries: items }));
}
