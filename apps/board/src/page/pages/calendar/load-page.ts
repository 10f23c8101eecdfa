import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { read } from '../../api/rest.ts';
import { pageSize } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { createForecasts, type Forecasts } from '../releases/forecasts.ts';
import type { Span } from './days.ts';
import { blackoutEntry, type Entry, releaseEntries, unfinishedReleases, withEstimates } from './entries.ts';
import { type CalendarMode, type CalendarQuery, filterOf, modeOf, periodOf, queryUrl } from './query.ts';
import { weeksOf, weeksSpan } from './weeks.ts';

/** A page of the entries of a period. */
export interface CalendarPage {
  /** The key of the period and filters. */
  readonly key: string;
  readonly entries: readonly Entry[];
  /** The number of loaded releases, including releases without dates. */
  readonly count: number;
  /** The maximum number of releases of the page. */
  readonly size: number;
  readonly hasMore: boolean;
  readonly hasMoreBlackouts: boolean;
}

/** The maximum number of releases in a month or week. Few of them have a bar, so that more cost little. */
const maxInGrid = 500;

/** Returns the maximum number of releases on a page of a mode. */
export const pageSizeOf = (mode: CalendarMode): number => (mode === 'list' ? pageSize : maxInGrid);

// Each request has one row more than a page, to detect whether there is a next page.
const blackoutsIn = ({ from, to }: Span): Promise<readonly BlackoutResponse[]> =>
  read(`/calendar/blackouts?from=${from}&to=${to}&resultsPerPage=${pageSize + 1}`);

const releasesIn = (query: CalendarQuery, span: Span): Promise<readonly ReleaseOverview[]> =>
  read(
    `/releases/search/overview?teams=false&pageIsOffset=true&page=${query.from}&resultsPerPage=${pageSizeOf(modeOf(query)) + 1}`,
    filterOf(query, span),
  );

/** Returns the time range that the calendar shows. */
export const shownSpan = (query: CalendarQuery): Span => weeksSpan(weeksOf(query.day, periodOf(modeOf(query))));

/**
 * Returns the key of the period and filters of a page, which also depends on the time zone. Hidden weekends are loaded.
 */
export function pageKey(query: CalendarQuery): string {
  const { from, to } = shownSpan(query);
  return `${from} ${to} ${queryUrl({ ...query, chosenMode: modeOf(query), hasWorkdaysOnly: false })}`;
}

/** Loads the entries of the visible period. Throws ApiError, OfflineError. */
export async function loadPage(query: CalendarQuery): Promise<CalendarPage> {
  const [key, span, maxReleases] = [pageKey(query), shownSpan(query), pageSizeOf(modeOf(query))];
  const [blackouts, releases] = await Promise.all([blackoutsIn(span), releasesIn(query, span)]);
  const shownReleases = releases.slice(0, maxReleases);
  return {
    key,
    entries: [...blackouts.slice(0, pageSize).map(blackoutEntry), ...releaseEntries(shownReleases, Date.now())],
    count: shownReleases.length,
    size: maxReleases,
    hasMore: releases.length > maxReleases,
    hasMoreBlackouts: blackouts.length > pageSize,
  };
}

/**
 * The minimum interval between requests for forecasts, in milliseconds. Forecasts are the slowest requests of the page.
 */
const minPauseMs = 10_000;

/**
 * The maximum number of releases whose forecasts follow each event of the stream, which has at most 200 topics for all
 * tabs. Other forecasts are reloaded when the release changes in the list.
 */
const maxStreamed = 100;

interface Estimates {
  /** The entries with their estimated ends, as far as these are loaded. */
  readonly entries: readonly Entry[];
  /** Reloads all estimates after a change of blackouts. */
  readonly reload: () => void;
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

interface FollowedRelease {
  readonly release: ReleaseOverview;
  readonly isStreamed: boolean;
  readonly stop: () => void;
}

/** Keeps the forecasts of unfinished releases up to date. Returns the last segments of their ids. */
function useFollowed(entries: readonly Entry[], forecasts: Forecasts): readonly string[] {
  const followed = useRef(new Map<string, FollowedRelease>()).current;
  const unfinished = unfinishedReleases(entries).map(({ id, release }) => [lastSegment(id), release] as const);
  useEffect(() => {
    const releases = new Map(unfinished);
    for (const [id, { stop }] of followed) {
      if (releases.has(id)) continue;
      stop();
      followed.delete(id);
    }
    let streamedCount = [...followed.values()].filter(({ isStreamed }) => isStreamed).length;
    for (const [id, release] of releases) {
      const known = followed.get(id);
      const isStreamed = known?.isStreamed ?? streamedCount < maxStreamed;
      if (known === undefined) streamedCount += isStreamed ? 1 : 0;
      else if (!isStreamed && known.release !== release) forecasts.reload(id);
      followed.set(id, { release, isStreamed, stop: known?.stop ?? forecasts.follow(id, isStreamed) });
    }
  }, [entries]);
  useEffect(
    () => () => {
      for (const { stop } of followed.values()) stop();
    },
    [],
  );
  return unfinished.map(([id]) => id);
}

/** Returns the entries with the estimated ends of unfinished releases. */
export function useEstimates(entries: readonly Entry[]): Estimates {
  const forecasts = useMemo(() => createForecasts(minPauseMs), []);
  const ids = useFollowed(entries, forecasts);
  const loadedForecasts = ids.flatMap((id) => forecasts.get(id).value ?? []);
  // The same array while nothing has changed, so that the bars are not placed again.
  const latest = useRef<{ readonly sources: readonly unknown[]; readonly entries: readonly Entry[] } | null>(null);
  const sources = [entries, ...loadedForecasts];
  if (latest.current === null || !isSameList(latest.current.sources, sources)) {
    latest.current = { sources, entries: withEstimates(entries, loadedForecasts) };
  }
  return { entries: latest.current.entries, reload: forecasts.reloadAll };
}
