import type { BlackoutAnswer, ReleaseOverview } from '@slipway/wire';
import { type Answers, answersTo } from '../../data/answers.ts';
import { read } from '../../data/rest.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { type Span, spanOfWeeks, weeksOf } from './days.ts';
import { blackoutEntry, type Entry, releaseEntries } from './entries.ts';
import { type CalendarQuery, filterOf, reachOf } from './query.ts';

/** What of a time is shown. */
export interface Page {
  readonly entries: readonly Entry[];
  /** how many releases were found, also those without a day */
  readonly count: number;
  readonly hasMore: boolean;
  readonly hasMoreBlackouts: boolean;
}

/** One more than a page shows whether there is another one. */
const most = rowsOfPage + 1;

const blackoutsIn = ({ from, to }: Span): Promise<readonly BlackoutAnswer[]> =>
  read(`/calendar/blackouts?from=${from}&to=${to}&resultsPerPage=${most}`);

const releasesIn = (query: CalendarQuery, span: Span): Promise<readonly ReleaseOverview[]> =>
  read(`/releases/search/overview?pageIsOffset=true&page=${query.from}&resultsPerPage=${most}`, filterOf(query, span));

async function ask(query: CalendarQuery): Promise<Page> {
  const span = spanOfWeeks(weeksOf(query.day, reachOf(query.form)));
  const [blackouts, releases] = await Promise.all([blackoutsIn(span), releasesIn(query, span)]);
  const shown = releases.slice(0, rowsOfPage);
  return {
    entries: [...blackouts.slice(0, rowsOfPage).map(blackoutEntry), ...releaseEntries(shown, Date.now())],
    count: shown.length,
    hasMore: releases.length > rowsOfPage,
    hasMoreBlackouts: blackouts.length > rowsOfPage,
  };
}

/** The entries in the requested time, kept current. */
export const found = (query: () => CalendarQuery): Answers<Page> => answersTo(query, ask);
