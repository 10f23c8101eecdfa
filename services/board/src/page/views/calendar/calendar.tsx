import { computed, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { BlackoutAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { useLive } from '../../live/use-live.ts';
import { nowAndThen, type Want } from '../../live/wants.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Pager } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { typedOf } from '../../parts/typed-moment.ts';
import { announce } from '../../place/announce.ts';
import { type Shortcut, useShortcuts } from '../../place/keys.ts';
import { useOffers } from '../../place/offers.ts';
import { go, place, restate } from '../../place/router.ts';
import { isUtc } from '../../place/zone.ts';
import { beginOf, type Day, dayOf, plusDays, turned, weeksOf } from './days.ts';
import { BlackoutDialog, lackingForBlackouts } from './dialogs/blackout-dialog.tsx';
import { FirstFreeDialog } from './dialogs/first-free-dialog.tsx';
import { SubscribeDialog } from './dialogs/subscribe-dialog.tsx';
import type { Entry } from './entries.ts';
import { found, type Page } from './found.ts';
import { Grid } from './grid.tsx';
import { List } from './list.tsx';
import { addressOf, type CalendarQuery, forms, formWords, queryIn, reachOf } from './query.ts';
import { useForeseen } from './use-foreseen.ts';

/** The stream does not cover blackouts. */
const live: readonly Want[] = ['list=releases', nowAndThen];
const nothing: readonly Entry[] = [];

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** What the time that is shown is called. */
function nameOf({ form, day }: CalendarQuery): string {
  if (reachOf(form) === 'month') return month.format(beginOf(day));
  const [week] = weeksOf(day, 'week');
  return `${medium.format(beginOf(week?.[0] ?? day))} – ${medium.format(beginOf(week?.[6] ?? day))}`;
}

/** The start of a search from a day on, not in the past. */
const fromNowOn = (day: Day): number => Math.max(beginOf(day).getTime(), Date.now());

/** The open dialog. */
type Opened = 'free' | 'subscribe' | { readonly blackout: BlackoutAnswer | undefined };

interface BarProps {
  readonly query: CalendarQuery;
  readonly turn: (by: 1 | -1) => void;
  readonly goToday: () => void;
}

const Bar = ({ query, turn, goToday }: BarProps) => (
  <>
    <Tabs
      label="Forms of the calendar"
      tabs={forms.map((form) => ({
        word: formWords[form],
        to: addressOf({ ...query, form, from: 0 }),
        isCurrent: form === query.form,
      }))}
    />
    <div class="filters">
      <button type="button" onClick={() => turn(-1)} aria-keyshortcuts="k">
        Previous
      </button>
      <button type="button" onClick={goToday} aria-keyshortcuts="0">
        Today
      </button>
      <button type="button" onClick={() => turn(1)} aria-keyshortcuts="j">
        Next
      </button>
    </div>
    <h2>{nameOf(query)}</h2>
  </>
);

interface NarrowedProps {
  readonly query: CalendarQuery;
  readonly opened: Signal<Opened | null>;
}

/** What releases are narrowed by, and what may be done here. */
function Narrowed({ query, opened }: NarrowedProps) {
  const lacking = lackingForBlackouts();
  useOffers([
    { name: 'Create a blackout', lacking, run: () => (opened.value = { blackout: undefined }) },
    { name: 'First free time', lacking: null, run: () => (opened.value = 'free') },
    { name: 'Subscribe to the calendar', lacking: null, run: () => (opened.value = 'subscribe') },
  ]);
  return (
    <>
      <search class="filters">
        <TextField
          label="Title"
          type="search"
          value={query.title}
          change={(title) => restate(addressOf({ ...query, title, from: 0 }))}
        />
        <CheckField
          label="Mine"
          isOn={query.isMine}
          change={(isMine) => go(addressOf({ ...query, isMine, from: 0 }))}
        />
        <Deed lacking={lacking} run={() => (opened.value = { blackout: undefined })}>
          Create a blackout…
        </Deed>
        <button type="button" onClick={() => (opened.value = 'free')}>
          Find a free time…
        </button>
        <button type="button" onClick={() => (opened.value = 'subscribe')}>
          Subscribe…
        </button>
      </search>
      <Lacking names={[lacking]} />
    </>
  );
}

interface DialogsProps extends NarrowedProps {
  readonly changed: () => void;
}

function Dialogs({ query, opened, changed }: DialogsProps) {
  const close = (): void => {
    opened.value = null;
  };
  const shown = opened.value;
  if (shown === null) return null;
  if (shown === 'subscribe') return <SubscribeDialog close={close} />;
  if (shown === 'free') {
    const show = (day: Day): void => go(addressOf({ ...query, day, form: 'week', from: 0 }));
    return <FirstFreeDialog from={typedOf(new Date(fromNowOn(query.day)).toISOString())} close={close} show={show} />;
  }
  const proposed = { start: `${query.day}T00:00`, end: `${plusDays(query.day, 1)}T00:00` };
  return <BlackoutDialog blackout={shown.blackout} proposed={proposed} close={close} changed={changed} />;
}

/** Goes through time by buttons and keys. */
function useTurning(query: () => CalendarQuery): Omit<BarProps, 'query'> {
  const bar = useMemo(() => {
    const show = (day: Day): void => {
      const next = { ...query(), day, from: 0 };
      go(addressOf(next));
      announce(nameOf(next));
    };
    return {
      turn: (by: 1 | -1) => show(turned(query().day, reachOf(query().form), by)),
      goToday: () => show(dayOf(Date.now())),
    };
  }, []);
  useShortcuts(
    useMemo(
      (): readonly Shortcut[] => [
        { key: 'j', does: 'Goes to the next month or week', run: () => bar.turn(1) },
        { key: 'k', does: 'Goes to the month or week before', run: () => bar.turn(-1) },
        { key: '0', does: 'Goes to today', run: bar.goToday },
      ],
      [bar],
    ),
  );
  return bar;
}

interface ShownProps extends NarrowedProps {
  readonly page: Page;
}

function Shown({ query, opened, page }: ShownProps) {
  const { entries, count, hasMore, hasMoreBlackouts } = page;
  const given = {
    entries,
    open: ({ blackout }: { readonly blackout: BlackoutAnswer }) => (opened.value = { blackout }),
  };
  return (
    <>
      {query.form === 'list' ? <List {...given} /> : <Grid {...given} query={query} today={dayOf(Date.now())} />}
      {isUtc.value && query.form !== 'list' && <p class="empty">Days and hours are those of your zone, not of UTC.</p>}
      {entries.length === 0 && <p class="empty">There is nothing in this time.</p>}
      {(hasMore || query.from > 0) && <p class="empty">Releases that start last come first.</p>}
      {hasMoreBlackouts && <p class="empty">There are more blackouts than the first 100: choose a shorter time.</p>}
      <Pager from={query.from} count={count} hasMore={hasMore} turn={(from) => go(addressOf({ ...query, from }))} />
    </>
  );
}

/** Releases and blackouts by day, and free times between them; the address contains the state. */
export function Calendar() {
  const query = useMemo(() => computed(() => queryIn(place.value.query, dayOf(Date.now()))), []);
  const list = useMemo(() => found(() => query.peek()), []);
  const opened = useSignal<Opened | null>(null);
  const bar = useTurning(() => query.peek());
  useLive(live, list.refresh);
  useSignalEffect(() => {
    if (query.value) void list.refresh();
  });
  const name = nameOf(query.value);
  useEffect(() => {
    document.title = `${name} · Calendar · Slipway`;
  }, [name]);
  const page = list.value.value;
  const { entries, again } = useForeseen(page?.entries ?? nothing);
  const changed = (): void => {
    void list.refresh();
    again();
  };
  const given = { query: query.value, opened };
  return (
    <section>
      <h1>Calendar</h1>
      <Bar {...bar} query={query.value} />
      <Narrowed {...given} />
      <Refusal sentence={list.refusal.value} />
      {page && <Shown {...given} page={{ ...page, entries }} />}
      <Dialogs {...given} changed={changed} />
    </section>
  );
}
