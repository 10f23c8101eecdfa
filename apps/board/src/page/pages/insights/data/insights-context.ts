import { navigate } from '../../../navigation/router.ts';
import type { ChartContext } from './chart-data.ts';
import { daysOf, intervalOf, type Span, spanOf } from './period.ts';
import type { Interval } from './time-labels.ts';
import { filterOf, type InsightsQuery, type Page, pageUrl, rowsAddress } from './url-state.ts';
import { dayAt, isZone } from './zones.ts';

/** What the views of insights need: the filters of the address, and what follows from them. */
export interface InsightsContext {
  readonly query: InsightsQuery;
  readonly span: Span;
  /** The number of days of the period. */
  readonly days: number;
  readonly tz: string;
  readonly interval: Interval;
  /** The period, time zone and filter of a request to REST. */
  readonly request: {
    readonly from: string;
    readonly to: string;
    readonly tz: string;
    readonly filter: object;
  };
  readonly charts: ChartContext;
  /** Changes the address. */
  change(changes: Partial<InsightsQuery>): void;
}

/** Returns the context of a query in the time zone of reports. The period is stable during a day. */
export function contextOf(query: InsightsQuery, reportZone: string, now: number, page: Page): InsightsContext {
  const tz = query.tz !== '' && isZone(query.tz) ? query.tz : reportZone;
  const range = daysOf(query, dayAt(now, tz));
  const span = spanOf(range, tz);
  const interval = intervalOf(query.interval, range.days);
  return {
    ...{ query, span, days: range.days, tz, interval },
    request: { ...span, tz, filter: filterOf(query) },
    charts: { interval, tz, urlFor: (metric, point) => rowsAddress(query, { metric, point }) },
    change: (changes) => navigate(pageUrl(page, { ...query, ...changes })),
  };
}
