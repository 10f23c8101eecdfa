import type { TargetedKeyboardEvent } from 'preact';
import { Link } from '../../navigation/link.tsx';
import { type Day, daySpan, isSameMonth, overlaps, startOfDay, weeksOf } from './days.ts';
import { type BlackoutEntry, type Entry, entriesIn, fullSpan } from './entries.ts';
import { BlackoutButton, ReleaseLabel } from './entry-list.tsx';
import { type CalendarQuery, periodOf, queryUrl } from './query.ts';

interface Props {
  readonly query: CalendarQuery;
  readonly today: Day;
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
}

/** The maximum number of entries of a day. A link opens the others. */
const maxEntries = { month: 3, week: 20 } as const;

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

interface DayProps extends Props {
  readonly day: Day;
}

function DayHeader({ query, day, today }: DayProps) {
  const date = startOfDay(day);
  const name = fullDate.format(date);
  return (
    <>
      <Link
        class="day"
        to={queryUrl({ ...query, mode: query.mode === 'month' ? 'week' : 'month', day, from: 0 })}
        label={name}
      >
        <span class="date">{date.getDate()}</span>
        <span class="name">{name}</span>
      </Link>
      {day === today && <span class="type"> today</span>}
    </>
  );
}

const formatUtc = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const Times = ({ entry, day }: { readonly entry: Entry; readonly day: Day }) => {
  const { from, to } = daySpan(day);
  const allEntries = fullSpan(entry);
  const startText = allEntries.from >= from && `starts ${timeFormat.format(allEntries.from)}`;
  const endText =
    allEntries.to > allEntries.from &&
    allEntries.to > from &&
    allEntries.to <= to &&
    `ends ${timeFormat.format(allEntries.to)}`;
  const timesText = [startText, endText].filter((item) => item !== false).join(' ');
  return timesText === '' ? null : (
    <span class="type" title={`${formatUtc(allEntries.from)} – ${formatUtc(allEntries.to)} UTC`}>
      {timesText}
    </span>
  );
};

/** An entry of a day. A release is marked as estimated on days after its planned end. */
function DayEntry({ entry, query, day, open }: DayProps & { readonly entry: Entry }) {
  if (entry.kind === 'blackout') {
    return (
      <li>
        <BlackoutButton entry={entry} open={open} />
        {query.mode === 'week' && <Times entry={entry} day={day} />}
      </li>
    );
  }
  const isEstimated = !overlaps(entry, daySpan(day));
  return (
    <li>
      <ReleaseLabel entry={entry} />
      {isEstimated && <span class="type">Estimated</span>}
      {query.mode === 'week' && <Times entry={entry} day={day} />}
    </li>
  );
}

function DayCell(props: DayProps) {
  const { query, day, today, entries } = props;
  const period = periodOf(query.mode);
  const allEntries = entriesIn(entries, daySpan(day));
  const shownEntries = allEntries.slice(0, maxEntries[period]);
  const hiddenCount = allEntries.length - shownEntries.length;
  const isOutside = period === 'month' && !isSameMonth(day, query.day);
  const isBlackout = allEntries[0]?.kind === 'blackout';
  const classNames = [
    isBlackout && 'hatched',
    isOutside && 'outside',
    allEntries.length === 0 && day !== today && 'blank',
  ];
  return (
    <td class={classNames.filter((item) => item !== false).join(' ')} aria-current={day === today ? 'date' : undefined}>
      <DayHeader {...props} />
      {shownEntries.length > 0 && (
        <ul>
          {shownEntries.map((entry) => (
            <DayEntry key={entry.id} {...props} entry={entry} />
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <Link to={queryUrl({ ...query, mode: period === 'month' ? 'week' : 'list', day, from: 0 })}>
          {hiddenCount} more
        </Link>
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

/** The days of a month or week as a table. On a narrow screen, it is a list of the days with entries. */
export function Grid(props: Props) {
  const { query } = props;
  const weeks = weeksOf(query.day, periodOf(query.mode));
  return (
    <table class={`days ${query.mode}`} onKeyDown={moveByArrow}>
      <caption class="unseen">Releases and blackouts by day</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(startOfDay(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} {...props} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
