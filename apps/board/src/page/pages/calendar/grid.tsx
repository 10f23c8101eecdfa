import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Link } from '../../navigation/link.tsx';
import { isUtc } from '../../navigation/preferences.ts';
import { t } from '../../navigation/text.ts';
import { ContinuedEntry, EntryBar } from './bar.tsx';
import { fullDayText, shortDayText, weekdayText } from './date-texts.ts';
import { type Day, isSameMonth, weeksOf } from './days.ts';
import type { BlackoutEntry, Entry } from './entries.ts';
import { type LaneLimits, layoutWeek, type Week } from './lanes.ts';
import { MoreEntries } from './more-entries.tsx';
import { type CalendarQuery, modeOf, modeUrl, periodOf } from './query.ts';

interface Props {
  readonly query: CalendarQuery;
  readonly today: Day;
  readonly entries: readonly Entry[];
  /** Whether the entries are loaded. */
  readonly isLoaded: boolean;
  readonly open: (entry: BlackoutEntry) => void;
}

const laneLimits: Readonly<Record<'month' | 'week', LaneLimits>> = {
  month: { all: 5, blackouts: 2 },
  week: { all: 20, blackouts: 5 },
};

interface DayProps extends Omit<Props, 'entries' | 'isLoaded'> {
  readonly day: Day;
  readonly column: number;
  readonly week: Week;
  readonly isFirstWeek: boolean;
  readonly hovered: Signal<string | null>;
}

/** The date of a day, as a link to its week, or from a week to its month. The first day of a month has its name. */
function DayHeader({ query, day, today }: DayProps) {
  const date = Number(day.slice(-2));
  const isFirst = date === 1;
  // The label contains the visible text, so that it works with speech input.
  const name = `${isFirst ? `${shortDayText(day)}, ` : ''}${fullDayText(day)}`;
  return (
    <Link
      class="day"
      to={modeUrl({ ...query, day }, modeOf(query) === 'month' ? 'week' : 'month')}
      label={day === today ? t`${name}, today` : name}
    >
      {isFirst ? shortDayText(day) : date}
    </Link>
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
  const { query, day, today, column, week, open } = props;
  const isMonth = periodOf(modeOf(query)) === 'month';
  const hidden = week.hidden[column] ?? [];
  const isBlackout =
    hidden.some(({ kind }) => kind === 'blackout') ||
    week.bars.some((bar) => bar.entry.kind === 'blackout' && bar.column <= column && column < bar.column + bar.length);
  const classNames = [
    isBlackout && 'hatched',
    isMonth && !isSameMonth(day, query.day) && 'outside',
    column > 4 && 'weekend',
  ];
  return (
    <td class={classNames.filter((name) => name !== false).join(' ')} aria-current={day === today ? 'date' : undefined}>
      <DayHeader {...props} />
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

/** The number of days by which each arrow key moves the focus. */
const dayOffsets: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Moves the focus to another day for an arrow key. */
function moveByArrow(event: TargetedKeyboardEvent<HTMLTableElement>): void {
  const offset = dayOffsets[event.key];
  if (offset === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('a.day')];
  const at = event.target instanceof HTMLElement ? days.indexOf(event.target) : -1;
  const next = days[at + offset];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The days of a month or week as a table, with the entries as bars across the days. */
export function Grid({ entries, isLoaded, ...rest }: Props) {
  const mode = modeOf(rest.query) === 'week' ? 'week' : 'month';
  const { day } = rest.query;
  const weeks = useMemo(() => weeksOf(day, mode), [day, mode]);
  const layouts = useMemo(
    () => weeks.map((week) => layoutWeek(entries, week, laneLimits[mode])),
    [entries, weeks, mode, isUtc.value],
  );
  const hovered = useSignal<string | null>(null);
  return (
    <table class={mode === 'week' ? 'days of-week' : 'days'} aria-busy={!isLoaded} onKeyDown={moveByArrow}>
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
        {weeks.map((days, index) => {
          const week = layouts[index] ?? { bars: [], laneCount: 0, hidden: [] };
          const hasMore = week.hidden.some((hidden) => hidden.length > 0);
          return (
            <tr key={days[0]} style={{ '--lanes': week.laneCount + (hasMore ? 1 : 0) }}>
              {days.map((weekDay, column) => (
                <DayCell
                  key={weekDay}
                  {...{ ...rest, week, column, hovered }}
                  day={weekDay}
                  isFirstWeek={index === 0}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
