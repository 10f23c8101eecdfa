import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { isUtc } from '../../navigation/preferences.ts';
import { isFocusLost } from '../../navigation/restore-focus.ts';
import { plural, t } from '../../navigation/text.ts';
import { ContinuedEntry, EntryBar } from './bar.tsx';
import { fullDayText, momentText, shortDayText, weekdayText } from './date-texts.ts';
import { type DayActions, DayMenu, useDayMenu } from './day-menu.tsx';
import { type Day, dayOf, daySpan, overlaps } from './days.ts';
import { type BlackoutEntry, type Entry, fullSpan } from './entries.ts';
import { type LaneLimits, layoutWeek, type Week } from './lanes.ts';
import { MoreEntries } from './more-entries.tsx';
import { movedByDays, movedSpan, plannedDatesOf } from './moves/dates.ts';
import { type PendingMove, useDragging } from './moves/use-dragging.ts';
import type { Moves } from './moves/use-move.ts';
import { type CalendarQuery, modeOf, modeUrl, periodOf } from './query.ts';
import { isSameMonth, isWeekend, weeksOf } from './weeks.ts';

interface Props {
  readonly query: CalendarQuery;
  readonly today: Day;
  readonly entries: readonly Entry[];
  /** Whether the entries are loaded. */
  readonly isLoaded: boolean;
  readonly open: (entry: BlackoutEntry) => void;
  readonly moves: Moves;
  readonly dayActions: DayActions;
}

const laneLimits: Readonly<Record<'month' | 'week', LaneLimits>> = {
  month: { all: 5, blackouts: 2 },
  week: { all: 20, blackouts: 5 },
};

interface DayProps extends Pick<Props, 'query' | 'today' | 'open'> {
  readonly day: Day;
  /** The id of the menu of the days. */
  readonly menuId: string;
  readonly openMenu: (day: Day) => void;
  /** The days to which the user moves a release. */
  readonly pending: Signal<PendingMove | null>;
  readonly column: number;
  readonly week: Week;
  readonly isFirstWeek: boolean;
  readonly hovered: Signal<string | null>;
}

/** The date of a day, as a button that opens the menu of the day. The first day of a month has its name. */
function DayHeader({ day, today, menuId, openMenu }: DayProps) {
  const date = Number(day.slice(-2));
  const isFirst = date === 1;
  // The label contains the visible text, so that it works with speech input.
  const name = `${isFirst ? `${shortDayText(day)}, ` : ''}${fullDayText(day)}`;
  return (
    <button
      type="button"
      class="day"
      popovertarget={menuId}
      aria-haspopup="menu"
      aria-label={day === today ? t`${name}, today` : name}
      onClick={() => openMenu(day)}
    >
      {isFirst ? shortDayText(day) : date}
    </button>
  );
}

function DayEntries({ day, column, week: { bars }, query, isFirstWeek, open, hovered }: DayProps) {
  const shown = bars.filter((bar) => bar.column <= column && column < bar.column + bar.length);
  const hasTimes = modeOf(query) === 'week';
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map((bar) =>
        bar.column === column ? (
          <EntryBar
            key={bar.entry.id}
            {...{ bar, day, hasTimes, open, hovered }}
            isFirst={isFirstWeek || !bar.startsBefore}
          />
        ) : (
          <ContinuedEntry key={bar.entry.id} {...{ day, hasTimes, open }} entry={bar.entry} />
        ),
      )}
    </ul>
  );
}

function DayCell(props: DayProps) {
  const { query, day, today, column, week, open, pending } = props;
  const isMonth = periodOf(modeOf(query)) === 'month';
  const hidden = week.hidden[column] ?? [];
  const isBlackout =
    hidden.some(({ kind }) => kind === 'blackout') ||
    week.bars.some((bar) => bar.entry.kind === 'blackout' && bar.column <= column && column < bar.column + bar.length);
  const move = pending.value;
  const target = move && movedSpan(move.entry, move.dayCount);
  const classNames = [
    isBlackout && 'hatched',
    isMonth && !isSameMonth(day, query.day) && 'outside',
    isWeekend(day) && 'weekend',
    target !== null && overlaps(target, daySpan(day)) && 'target',
  ];
  return (
    <td
      data-day={day}
      class={classNames.filter((name) => name !== false).join(' ')}
      aria-current={day === today ? 'date' : undefined}
    >
      <DayHeader {...props} />
      {target !== null && dayOf(target.from) === day && <span class="moved-to">{momentText(target.from)}</span>}
      <DayEntries {...props} />
      {hidden.length > 0 && (
        <MoreEntries
          {...{ day, open }}
          dayName={fullDayText(day)}
          entries={hidden}
          link={
            isMonth
              ? [t('Show week'), modeUrl({ ...query, day }, 'week')]
              : [t('Show list'), modeUrl({ ...query, day }, 'list')]
          }
        />
      )}
    </td>
  );
}

/** The number of days by which each arrow key moves the focus, with this number of days in a week. */
const dayOffsets = (columns: number): Readonly<Record<string, number>> => ({
  ...{ ArrowLeft: -1, ArrowRight: 1 },
  ...{ ArrowUp: -columns, ArrowDown: columns },
});

/** Moves the focus to another day for an arrow key. */
function moveByArrow(event: TargetedKeyboardEvent<HTMLTableElement>, columns: number): void {
  const offset = dayOffsets(columns)[event.key];
  if (offset === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('button.day')];
  const at = event.target instanceof HTMLElement ? days.indexOf(event.target) : -1;
  const next = days[at + offset];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

const laneMode = (query: CalendarQuery): 'month' | 'week' => (modeOf(query) === 'week' ? 'week' : 'month');

/** Returns the visible weeks, their bars, and the number of entries that are only on hidden days. */
function useWeeks(entries: readonly Entry[], query: CalendarQuery) {
  const mode = laneMode(query);
  const { day, hasWorkdaysOnly } = query;
  const weeks = useMemo(
    () => weeksOf(day, mode).map((week) => week.filter((weekDay) => !(hasWorkdaysOnly && isWeekend(weekDay)))),
    [day, mode, hasWorkdaysOnly],
  );
  return useMemo(() => {
    const days = weeks.flat();
    const spans = days.map(daySpan);
    const isHidden = (entry: Entry): boolean => !spans.some((span) => overlaps(fullSpan(entry), span));
    return {
      ...{ weeks, days },
      layouts: weeks.map((week) => layoutWeek(entries, week, laneLimits[mode])),
      hiddenCount: hasWorkdaysOnly ? entries.filter(isHidden).length : 0,
    };
  }, [entries, weeks, mode, isUtc.value]);
}

/** Returns the drag handlers of the grid. After a move by key, the focus returns to the bar. */
function useGridMoves(entries: readonly Entry[], days: readonly Day[], { changeTo, refuse }: Moves) {
  const table = useRef<HTMLTableElement>(null);
  const onMove = async ({ entry, dayCount }: PendingMove): Promise<void> => {
    const hadFocus = table.current?.contains(document.activeElement) === true;
    await changeTo(entry, movedByDays(plannedDatesOf(entry), dayCount));
    if (!hadFocus) return;
    window.requestAnimationFrame(() => {
      if (!isFocusLost() && table.current?.contains(document.activeElement) !== true) return;
      table.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry.id)}"]:not([tabindex])`)?.focus();
    });
  };
  return { table, ...useDragging({ entries, days, onMove, refuse }) };
}

/** The days of a month or week as a table, with the entries as bars across the days. */
export function Grid({ entries, isLoaded, moves, dayActions, ...rest }: Props) {
  const { query } = rest;
  const { weeks, days, layouts, hiddenCount } = useWeeks(entries, query);
  const { table, pending, handlers } = useGridMoves(entries, days, moves);
  const menu = useDayMenu();
  const hovered = useSignal<string | null>(null);
  const columns = weeks[0]?.length ?? 7;
  return (
    <>
      <table
        ref={table}
        class={laneMode(query) === 'week' ? 'days of-week' : 'days'}
        style={{ '--columns': columns }}
        aria-busy={!isLoaded}
        {...handlers}
        {...menu.cellHandlers}
        onKeyDown={(event) => {
          handlers.onKeyDown(event);
          moveByArrow(event, columns);
        }}
        onPointerDown={(event) => {
          handlers.onPointerDown(event);
          menu.onPointerDown();
        }}
      >
        <caption class="unseen">Releases and blackouts by day</caption>
        <thead>
          <tr>
            {weeks[0]?.map((weekDay) => (
              <th key={weekDay} scope="col">
                {weekdayText(weekDay)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((weekDays, index) => {
            const week = layouts[index] ?? { bars: [], laneCount: 0, hidden: [] };
            const hasMore = week.hidden.some((hidden) => hidden.length > 0);
            return (
              <tr key={weekDays[0]} style={{ '--lanes': week.laneCount + (hasMore ? 1 : 0) }}>
                {weekDays.map((weekDay, column) => (
                  <DayCell
                    key={weekDay}
                    {...{ ...rest, week, column, hovered, pending }}
                    {...{ menuId: menu.id, openMenu: menu.open }}
                    day={weekDay}
                    isFirstWeek={index === 0}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <DayMenu menu={menu} query={query} actions={dayActions} />
      {hiddenCount > 0 && (
        <p class="empty">{plural(hiddenCount, '# entry on a weekend is hidden', '# entries on weekends are hidden')}</p>
      )}
    </>
  );
}
