import { navigate } from '../../../navigation/router.ts';
import type { ChartContext } from './chart-data.ts';
import { daysOf, intervalOf, type Span, spanOf } from './period.ts';
import type { Interval } from './time-labels.ts';
import { filterOf, type InsightsQuery, type Page, pageUrl, rowsAddress, type Subject } from './url-state.ts';
import { dayAt, isZone } from './zones.ts';

/** What the views of insights need: the filters of the address, and what follows from them. */
export interface InsightsContext {
  readonly query: InsightsQuery;
  readonly subject: Subject;
  /** Whether the view shows values over time. */
  readonly isOverTime: boolean;
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
  const subject: Subject = page === 'dora' || page === 'deployments' ? 'deployment' : 'release';
  return {
    ...{ query, subject, isOverTime: page === 'overview' || page === 'dora', span, days: range.days, tz, interval },
    request: { ...span, tz, filter: filterOf(query, subject) },
    charts: { interval, tz, urlFor: (metric, point, variant) => rowsAddress(query, { metric, point, variant }) },
    change: (changes) => navigate(pageUrl(page, { ...query, ...changes })),
  };
}

/** Returns the context with other filters, which its address does not have. */
export function withFilters(context: InsightsContext, filters: Partial<InsightsQuery>): InsightsContext {
  const query = { ...context.query, ...filters };
  return {
    ...{ ...context, query },
    request: { ...context.request, filter: filterOf(query, context.subject) },
    charts: { ...context.charts, urlFor: (metric, point, variant) => rowsAddress(query, { metric, point, variant }) },
  };
}
