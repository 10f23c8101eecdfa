import { type Signal, useSignal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import CalendarDays from '~icons/lucide/calendar-days';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { toDateInput } from '../../components/fields/date-input.ts';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Pager } from '../../components/table.tsx';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { isUtc } from '../../navigation/preferences.ts';
import { location, navigate } from '../../navigation/router.ts';
import { type Shortcut, useShortcuts } from '../../navigation/shortcuts.ts';
import { t } from '../../navigation/text.ts';
import { conflictsIn } from './conflicts.ts';
import { mediumDayText, monthText } from './date-texts.ts';
import { type Day, dayOf, daySpan, shiftDay, startOfDay } from './days.ts';
import { BlackoutDialog } from './dialogs/blackout-dialog.tsx';
import { DeleteBlackoutDialog } from './dialogs/delete-blackout-dialog.tsx';
import { FirstFreeDialog } from './dialogs/first-free-dialog.tsx';
import { MoveDialog } from './dialogs/move-dialog.tsx';
import { SubscribeDialog } from './dialogs/subscribe-dialog.tsx';
import { type Entry, entriesIn } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import { Grid } from './grid.tsx';
import { type CalendarPage, loadPage, pageKey, pageSizeOf, shownSpan, useEstimates } from './load-page.ts';
import { OverlapNotice } from './moves/overlap-notice.tsx';
import { type Moves, useMove } from './moves/use-move.ts';
import { Panel } from './panel.tsx';
import { type CalendarQuery, calendarUrl, isFiltered, modeOf, periodOf, queryUrl } from './query.ts';
import { CalendarHead, type OpenDialog, PeriodBar } from './toolbar.tsx';
import { weeksOf } from './weeks.ts';

/** `polled` is for blackouts, which the stream does not cover. */
const topics: readonly Topic[] = ['list=releases', polled];
const noEntries: readonly Entry[] = [];

/** Returns the name of the visible period. */
function periodName(query: CalendarQuery): string {
  const { day } = query;
  if (periodOf(modeOf(query)) === 'month') return monthText(day);
  const [week] = weeksOf(day, 'week');
  return `${mediumDayText(week?.[0] ?? day)} – ${mediumDayText(week?.[6] ?? day)}`;
}

/** Returns the start of a search: the start of the day, or now if the day starts in the past. */
const searchStart = (day: Day): number => Math.max(startOfDay(day), Date.now());

/** Returns the time at an hour of a day. */
const hourOf = (day: Day, hour: number): number => {
  const from = startOfDay(day);
  // A day can have 23 or 25 hours.
  return isUtc.value ? from + hour * 3_600_000 : new Date(from).setHours(hour);
};

/** Returns a time as the value of a `datetime-local` input, which is in the time zone of the user. */
const dateInput = (at: number): string => toDateInput(new Date(at).toISOString());

type CalendarList = PagedList<CalendarQuery, CalendarPage>;

interface DialogsProps {
  readonly list: CalendarList;
  readonly openDialog: Signal<OpenDialog | null>;
  readonly onChanged: () => void;
  readonly changeTo: Moves['changeTo'];
}

/** The time of day of a new release that the user creates on a day. */
const startHour = 9;

const loadNewRelease = async () => (await import('../first-steps/new-release-dialog.tsx')).NewReleaseDialog;

function Dialogs({ list: { query, change }, openDialog, onChanged, changeTo }: DialogsProps) {
  const close = (): void => {
    openDialog.value = null;
  };
  const current = openDialog.value;
  if (current === null) return null;
  if (current === 'subscribe') return <SubscribeDialog close={close} />;
  if (current === 'free') {
    const showDay = (day: Day): void => change({ day, chosenMode: 'week' });
    return <FirstFreeDialog from={dateInput(searchStart(query.day))} close={close} show={showDay} />;
  }
  if ('deleted' in current) return <DeleteBlackoutDialog blackout={current.deleted} {...{ close, onChanged }} />;
  if ('moved' in current) return <MoveDialog entry={current.moved} {...{ close, changeTo }} />;
  if ('newRelease' in current) {
    return <Lazy load={loadNewRelease} props={{ close, start: dateInput(hourOf(current.newRelease, startHour)) }} />;
  }
  const { from, to } = daySpan('newBlackout' in current ? current.newBlackout : query.day);
  const defaultTimes = { start: dateInput(from), end: dateInput(to) };
  const blackout = 'blackout' in current ? current.blackout : undefined;
  return <BlackoutDialog {...{ blackout, defaultTimes, close, onChanged }} />;
}

/** Returns functions that change the period, and adds their shortcuts. */
function usePeriodNavigation() {
  const navigation = useMemo(() => {
    const query = (): CalendarQuery => calendarUrl.parse(location.peek().query);
    const showDay = (day: Day): void => {
      const nextQuery = { ...query(), day, from: 0 };
      navigate(queryUrl(nextQuery));
      announce(periodName(nextQuery));
    };
    return {
      moveBy: (step: 1 | -1) => showDay(shiftDay(query().day, periodOf(modeOf(query())), step)),
      goToday: () => showDay(dayOf(Date.now())),
    };
  }, []);
  useShortcuts(
    useMemo(
      (): readonly Shortcut[] => [
        { key: 'j', description: t('Next month or week'), run: () => navigation.moveBy(1) },
        { key: 'k', description: t('Previous month or week'), run: () => navigation.moveBy(-1) },
        { key: '0', description: t('Today'), run: navigation.goToday },
      ],
      [navigation],
    ),
  );
  return navigation;
}

interface ContentProps {
  readonly list: CalendarList;
  /** Whether the page of the current period and filters is loaded. Until then, the list may have an earlier page. */
  readonly isLoaded: boolean;
  readonly entries: readonly Entry[];
  readonly open: (entry: { readonly blackout: BlackoutResponse }) => void;
  readonly moves: Moves;
  readonly openDialog: Signal<OpenDialog | null>;
}

/** The text for a period without entries, with a way to see all releases if a filter is set. */
const NoEntries = ({ list: { query, change } }: Pick<ContentProps, 'list'>) => (
  <EmptyState
    icon={CalendarDays}
    text={isFiltered(query) ? t('No releases match these filters') : t`Nothing scheduled in ${periodName(query)}`}
  >
    {isFiltered(query) && (
      <button type="button" onClick={() => change({ title: '', folder: '', owner: '', isMine: false })}>
        Clear filters
      </button>
    )}
  </EmptyState>
);

/** The grid or the lists of the period, and the notes below it. */
function Content({ list, isLoaded, entries, open, moves, openDialog }: ContentProps) {
  const { query, page, change, refusal } = list;
  const mode = modeOf(query);
  // A page of a month has more releases than a page of the list.
  const isListLoading = mode === 'list' && (page?.size !== pageSizeOf(mode) || (!isLoaded && entries.length === 0));
  if (isListLoading) return refusal === null ? <Skeleton lines={8} /> : null;
  const { count = 0, hasMore = false, hasMoreBlackouts = false } = page ?? {};
  return (
    <div class="period">
      {mode === 'list' ? (
        <EntryList entries={entries} open={open} move={(entry) => (openDialog.value = { moved: entry })} />
      ) : (
        <Grid
          key={mode}
          {...{ entries, open, query, isLoaded, moves }}
          today={dayOf(Date.now())}
          dayActions={{
            createRelease: (day) => (openDialog.value = { newRelease: day }),
            addBlackout: (day) => (openDialog.value = { newBlackout: day }),
          }}
        />
      )}
      {isUtc.value && mode !== 'list' && <p class="empty">Days and times in UTC</p>}
      {isLoaded && entries.length === 0 && <NoEntries list={list} />}
      {(hasMore || query.from > 0) && <p class="empty">Latest start first</p>}
      {hasMoreBlackouts && (
        <p class="empty">Showing the first 100 blackouts. Choose a shorter period to see the rest.</p>
      )}
      <Pager {...{ count, hasMore }} from={query.from} size={pageSizeOf(mode)} goToPage={(from) => change({ from })} />
    </div>
  );
}

/**
 * Returns the list of the period. Also reloads it if the page gets the size of a phone, where pages are shorter, or
 * another time zone.
 */
function useCalendarList(): CalendarList {
  const list = usePagedList<CalendarQuery, CalendarPage>({
    ...{ path: '/calendar', urlState: calendarUrl, topicsOf: () => topics, load: loadPage },
    ...{ firstPage: { from: 0 }, typedFilters: ['title'] },
  });
  const { query, refresh } = list;
  const view = `${pageSizeOf(modeOf(query))} ${isUtc.value}`;
  const loaded = useRef({ query, view });
  useEffect(() => {
    // Another query loads its page without this.
    if (loaded.current.query === query && loaded.current.view !== view) void refresh();
    loaded.current = { query, view };
  }, [query, view]);
  return list;
}

/** The calendar of releases and blackouts. The URL contains its state. */
export function Calendar() {
  const list = useCalendarList();
  const { query, page } = list;
  const openDialog = useSignal<OpenDialog | null>(null);
  const navigation = usePeriodNavigation();
  const name = periodName(query);
  useEffect(() => {
    document.title = t`${name} · Calendar · Slipway`;
  }, [name]);
  const { entries: loaded, reload: reloadEstimates } = useEstimates(page?.entries ?? noEntries);
  const isRefreshing = useSignal(false);
  const refresh = (): Promise<void> => {
    reloadEstimates();
    return list.refresh();
  };
  const onChanged = async (): Promise<void> => {
    isRefreshing.value = true;
    await refresh();
    isRefreshing.value = false;
  };
  const moves = useMove(refresh);
  const shown = useMemo(() => shownSpan(query), [query, modeOf(query), isUtc.value]);
  const isLoaded = page !== undefined && page.key === pageKey(query);
  // A search also returns releases without an end that start before the period.
  const entries = useMemo(() => entriesIn(loaded, shown), [loaded, shown]);
  const conflicts = useMemo(() => conflictsIn(entries, shown), [entries, shown]);
  const blackouts = useMemo(() => entries.filter((entry) => entry.kind === 'blackout'), [entries]);
  const open = ({ blackout }: { readonly blackout: BlackoutResponse }): void => {
    openDialog.value = { blackout };
  };
  return (
    <section>
      <CalendarHead day={query.day} openDialog={openDialog} />
      <PeriodBar {...navigation} query={query} change={list.change} periodName={name} />
      <Refusal message={list.refusal} retry={list.retry} />
      <Refusal message={moves.refusal.value} />
      <OverlapNotice overlap={moves.overlap} />
      <div class="calendar">
        <Content {...{ list, isLoaded, entries, open, moves, openDialog }} />
        {page && (
          <Panel
            {...{ conflicts, blackouts, isLoaded, open }}
            move={moves.move}
            isRefreshing={isRefreshing.value}
            isList={modeOf(query) === 'list'}
            remove={({ blackout }) => (openDialog.value = { deleted: blackout })}
          />
        )}
      </div>
      <Dialogs {...{ list, openDialog }} changeTo={moves.changeTo} onChanged={() => void onChanged()} />
    </section>
  );
}
