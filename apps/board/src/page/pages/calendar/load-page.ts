import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { read } from '../../api/rest.ts';
import { pageSize } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { createForecasts } from '../releases/forecasts.ts';
import { type Span, weeksOf, weeksSpan } from './days.ts';
import { blackoutEntry, type Entry, releaseEntries, unfinishedReleases, withEstimates } from './entries.ts';
import { type CalendarQuery, filterOf, periodOf } from './query.ts';

/** A page of the entries of a period. */
export interface CalendarPage {
  readonly entries: readonly Entry[];
  /** The number of loaded releases, including releases without dates. */
  readonly count: number;
  readonly hasMore: boolean;
  readonly hasMoreBlackouts: boolean;
}

/** The number of requested rows: one more than a page, to detect whether there is a next page. */
const maxRows = pageSize + 1;

const blackoutsIn = ({ from, to }: Span): Promise<readonly BlackoutResponse[]> =>
  read(`/calendar/blackouts?from=${from}&to=${to}&resultsPerPage=${maxRows}`);

const releasesIn = (query: CalendarQuery, span: Span): Promise<readonly ReleaseOverview[]> =>
  read(
    `/releases/search/overview?pageIsOffset=true&page=${query.from}&resultsPerPage=${maxRows}`,
    filterOf(query, span),
  );

/** Loads the entries of the visible period. Throws ApiError, OfflineError. */
export async function loadPage(query: CalendarQuery): Promise<CalendarPage> {
  const span = weeksSpan(weeksOf(query.day, periodOf(query.mode)));
  const [blackouts, releases] = await Promise.all([blackoutsIn(span), releasesIn(query, span)]);
  const shownReleases = releases.slice(0, pageSize);
  return {
    entries: [...blackouts.slice(0, pageSize).map(blackoutEntry), ...releaseEntries(shownReleases, Date.now())],
    count: shownReleases.length,
    hasMore: releases.length > pageSize,
    hasMoreBlackouts: blackouts.length > pageSize,
  };
}

/**
 * The minimum interval between requests for forecasts, in milliseconds. Forecasts are the slowest requests of the page.
 */
const minPauseMs = 10_000;

interface Estimates {
  /** The entries with their estimated ends, as far as these are loaded. */
  readonly entries: readonly Entry[];
  /** Reloads all estimates after a change of blackouts. */
  readonly reload: () => void;
}

/** Returns the entries with the estimated ends of unfinished releases. */
export function useEstimates(entries: readonly Entry[]): Estimates {
  const forecasts = useMemo(() => createForecasts(minPauseMs), []);
  const subscriptions = useRef(new Map<string, () => void>()).current;
  const ids = unfinishedReleases(entries).map(({ id }) => lastSegment(id));
  useEffect(() => {
    for (const [id, unsubscribe] of subscriptions) {
      if (ids.includes(id)) continue;
      unsubscribe();
      subscriptions.delete(id);
    }
    for (const id of ids) if (!subscriptions.has(id)) subscriptions.set(id, forecasts.follow(id));
  }, [ids.join()]);
  useEffect(
    () => () => {
      for (const unsubscribe of subscriptions.values()) unsubscribe();
    },
    [],
  );
  const loadedForecasts = ids.flatMap((id) => forecasts.get(id).value ?? []);
  return { entries: withEstimates(entries, loadedForecasts), reload: forecasts.reloadAll };
}
