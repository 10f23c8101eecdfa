import { type Signal, useSignal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { useEffect, useMemo } from 'preact/hooks';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { toDateInput } from '../../components/fields/date-input.ts';
import { CheckField, TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Pager } from '../../components/table.tsx';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { isUtc } from '../../navigation/preferences.ts';
import { location, navigate } from '../../navigation/router.ts';
import { type Shortcut, useShortcuts } from '../../navigation/shortcuts.ts';
import { type Day, dayOf, plusDays, shiftDay, startOfDay, weeksOf } from './days.ts';
import { BlackoutDialog, missingBlackoutPermission } from './dialogs/blackout-dialog.tsx';
import { FirstFreeDialog } from './dialogs/first-free-dialog.tsx';
import { SubscribeDialog } from './dialogs/subscribe-dialog.tsx';
import type { Entry } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import { Grid } from './grid.tsx';
import { type CalendarPage, loadPage, useEstimates } from './load-page.ts';
import { type CalendarQuery, calendarUrl, modeLabels, modes, periodOf, queryUrl } from './query.ts';

/** `polled` is for blackouts, which the stream does not cover. */
const topics: readonly Topic[] = ['list=releases', polled];
const noEntries: readonly Entry[] = [];

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const mediumDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Returns the name of the visible period. */
function periodName({ mode, day }: CalendarQuery): string {
  if (periodOf(mode) === 'month') return monthName.format(startOfDay(day));
  const [week] = weeksOf(day, 'week');
  return `${mediumDate.format(startOfDay(week?.[0] ?? day))} – ${mediumDate.format(startOfDay(week?.[6] ?? day))}`;
}

/** Returns the start of a search: the start of the day, or now if the day starts in the past. */
const searchStart = (day: Day): number => Math.max(startOfDay(day).getTime(), Date.now());

type OpenDialog = 'free' | 'subscribe' | { readonly blackout: BlackoutResponse | undefined };

interface PeriodBarProps {
  readonly query: CalendarQuery;
  readonly moveBy: (step: 1 | -1) => void;
  readonly goToday: () => void;
}

const PeriodBar = ({ query, moveBy, goToday }: PeriodBarProps) => (
  <>
    <Tabs
      label="Calendar views"
      tabs={modes.map((mode) => ({
        title: modeLabels[mode],
        to: queryUrl({ ...query, mode, from: 0 }),
        isCurrent: mode === query.mode,
      }))}
    />
    <div class="filters">
      <button
        type="button"
        onClick={() => moveBy(-1)}
        aria-keyshortcuts="k"
        aria-label={`Previous ${periodOf(query.mode)}`}
      >
        Previous
      </button>
      <button type="button" onClick={goToday} aria-keyshortcuts="0">
        Today
      </button>
      <button type="button" onClick={() => moveBy(1)} aria-keyshortcuts="j" aria-label={`Next ${periodOf(query.mode)}`}>
        Next
      </button>
    </div>
    <h2>{periodName(query)}</h2>
  </>
);

interface ToolbarProps {
  readonly list: PagedList<CalendarQuery, CalendarPage>;
  readonly openDialog: Signal<OpenDialog | null>;
}

/** The filters for releases, and the buttons of the calendar. */
function Toolbar({ list: { query, change }, openDialog }: ToolbarProps) {
  const missingPermission = missingBlackoutPermission();
  usePaletteActions([
    { name: 'Add blackout', missingPermission, run: () => (openDialog.value = { blackout: undefined }) },
    { name: 'Find a free time', missingPermission: null, run: () => (openDialog.value = 'free') },
    { name: 'Calendar feeds', missingPermission: null, run: () => (openDialog.value = 'subscribe') },
  ]);
  return (
    <>
      <search class="filters">
        <TextField label="Search releases" type="search" value={query.title} change={(title) => change({ title })} />
        <CheckField label="Owner: Me" isOn={query.isMine} change={(isMine) => change({ isMine })} />
        <ActionButton missingPermission={missingPermission} run={() => (openDialog.value = { blackout: undefined })}>
          Add blackout…
        </ActionButton>
        <button type="button" onClick={() => (openDialog.value = 'free')}>
          Find a free time…
        </button>
        <button type="button" onClick={() => (openDialog.value = 'subscribe')}>
          Calendar feeds…
        </button>
      </search>
      <MissingPermissions names={[missingPermission]} />
    </>
  );
}

interface DialogsProps extends ToolbarProps {
  readonly onChanged: () => void;
}

function Dialogs({ list: { query, change }, openDialog, onChanged }: DialogsProps) {
  const close = (): void => {
    openDialog.value = null;
  };
  const current = openDialog.value;
  if (current === null) return null;
  if (current === 'subscribe') return <SubscribeDialog close={close} />;
  if (current === 'free') {
    const showDay = (day: Day): void => change({ day, mode: 'week' });
    return (
      <FirstFreeDialog
        from={toDateInput(new Date(searchStart(query.day)).toISOString())}
        close={close}
        show={showDay}
      />
    );
  }
  const defaultTimes = { start: `${query.day}T00:00`, end: `${plusDays(query.day, 1)}T00:00` };
  return <BlackoutDialog blackout={current.blackout} defaultTimes={defaultTimes} close={close} onChanged={onChanged} />;
}

/** Returns functions that change the period, and adds their shortcuts. */
function usePeriodNavigation(): Omit<PeriodBarProps, 'query'> {
  const navigation = useMemo(() => {
    const query = (): CalendarQuery => calendarUrl.parse(location.peek().query);
    const showDay = (day: Day): void => {
      const nextQuery = { ...query(), day, from: 0 };
      navigate(queryUrl(nextQuery));
      announce(periodName(nextQuery));
    };
    return {
      moveBy: (step: 1 | -1) => showDay(shiftDay(query().day, periodOf(query().mode), step)),
      goToday: () => showDay(dayOf(Date.now())),
    };
  }, []);
  useShortcuts(
    useMemo(
      (): readonly Shortcut[] => [
        { key: 'j', description: 'Next month or week', run: () => navigation.moveBy(1) },
        { key: 'k', description: 'Previous month or week', run: () => navigation.moveBy(-1) },
        { key: '0', description: 'Today', run: navigation.goToday },
      ],
      [navigation],
    ),
  );
  return navigation;
}

interface CalendarContentProps extends ToolbarProps {
  readonly page: CalendarPage;
}

function CalendarContent({ list: { query, change }, openDialog, page }: CalendarContentProps) {
  const { entries, count, hasMore, hasMoreBlackouts } = page;
  const commonProps = {
    entries,
    open: ({ blackout }: { readonly blackout: BlackoutResponse }) => (openDialog.value = { blackout }),
  };
  return (
    <>
      {query.mode === 'list' ? (
        <EntryList {...commonProps} />
      ) : (
        <Grid {...commonProps} query={query} today={dayOf(Date.now())} />
      )}
      {isUtc.value && query.mode !== 'list' && <p class="empty">Shown in your time zone</p>}
      {entries.length === 0 && <p class="empty">Nothing scheduled</p>}
      {(hasMore || query.from > 0) && <p class="empty">Latest start first</p>}
      {hasMoreBlackouts && (
        <p class="empty">Showing the first 100 blackouts. Choose a shorter period to see the rest.</p>
      )}
      <Pager from={query.from} count={count} hasMore={hasMore} goToPage={(from) => change({ from })} />
    </>
  );
}

/** The calendar of releases and blackouts. The URL contains its state. */
export function Calendar() {
  const list = usePagedList<CalendarQuery, CalendarPage>({
    ...{ path: '/calendar', urlState: calendarUrl, topicsOf: () => topics, load: loadPage },
    ...{ firstPage: { from: 0 }, typedFilters: ['title'] },
  });
  const { query, page } = list;
  const openDialog = useSignal<OpenDialog | null>(null);
  const navigation = usePeriodNavigation();
  const name = periodName(query);
  useEffect(() => {
    document.title = `${name} · Calendar · Slipway`;
  }, [name]);
  const { entries, reload: reloadEstimates } = useEstimates(page?.entries ?? noEntries);
  const onChanged = (): void => {
    void list.refresh();
    reloadEstimates();
  };
  const commonProps = { list, openDialog };
  return (
    <section>
      <h1>Calendar</h1>
      <PeriodBar {...navigation} query={query} />
      <Toolbar {...commonProps} />
      <Refusal message={list.refusal} />
      {page && <CalendarContent {...commonProps} page={{ ...page, entries }} />}
      <Dialogs {...commonProps} onChanged={onChanged} />
    </section>
  );
}
