import type { TargetedKeyboardEvent } from 'preact';
import { Link } from '../../place/link.tsx';
import { beginOf, type Day, isSameMonth, spanOf, touches, weeksOf } from './days.ts';
import { type BlackoutEntry, type Entry, wholeOf, within } from './entries.ts';
import { BlackoutMark, ReleaseMark } from './marks.tsx';
import { addressOf, type CalendarQuery, reachOf } from './query.ts';

interface Props {
  readonly query: CalendarQuery;
  readonly today: Day;
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
}

/** The maximum number of entries of a day; the others have a link. */
const room = { month: 3, week: 20 } as const;

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

const hour = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

interface DayProps extends Props {
  readonly day: Day;
}

function DayHead({ query, day, today }: DayProps) {
  const date = beginOf(day);
  const name = whole.format(date);
  return (
    <>
      <Link
        class="day"
        to={addressOf({ ...query, form: query.form === 'month' ? 'week' : 'month', day, from: 0 })}
        label={name}
      >
        <span class="date">{date.getDate()}</span>
        <span class="name">{name}</span>
      </Link>
      {day === today && <span class="type"> today</span>}
    </>
  );
}

const utc = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const Times = ({ entry, day }: { readonly entry: Entry; readonly day: Day }) => {
  const { from, to } = spanOf(day);
  const all = wholeOf(entry);
  const begins = all.from >= from && `from ${hour.format(all.from)}`;
  const ends = all.to > all.from && all.to > from && all.to <= to && `to ${hour.format(all.to)}`;
  const told = [begins, ends].filter((one) => one !== false).join(' ');
  return told === '' ? null : (
    <span class="type" title={`${utc(all.from)} – ${utc(all.to)} UTC`}>
      {told}
    </span>
  );
};

/** An entry of a day: a release is marked as estimated after its planned end. */
function DayEntry({ entry, query, day, open }: DayProps & { readonly entry: Entry }) {
  if (entry.kind === 'blackout') {
    return (
      <li>
        <BlackoutMark entry={entry} open={open} />
        {query.form === 'week' && <Times entry={entry} day={day} />}
      </li>
    );
  }
  const isForeseen = !touches(entry, spanOf(day));
  return (
    <li>
      <ReleaseMark entry={entry} />
      {isForeseen && <span class="type">… foreseen</span>}
      {query.form === 'week' && <Times entry={entry} day={day} />}
    </li>
  );
}

function DayCell(props: DayProps) {
  const { query, day, today, entries } = props;
  const reach = reachOf(query.form);
  const all = within(entries, spanOf(day));
  const shown = all.slice(0, room[reach]);
  const more = all.length - shown.length;
  const isOutside = reach === 'month' && !isSameMonth(day, query.day);
  const isFrozen = all[0]?.kind === 'blackout';
  const kind = [isFrozen && 'hatched', isOutside && 'outside', all.length === 0 && day !== today && 'blank'];
  return (
    <td class={kind.filter((one) => one !== false).join(' ')} aria-current={day === today ? 'date' : undefined}>
      <DayHead {...props} />
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <DayEntry key={entry.id} {...props} entry={entry} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={addressOf({ ...query, form: reach === 'month' ? 'week' : 'list', day, from: 0 })}>{more} more</Link>
      )}
    </td>
  );
}

/** How many days an arrow leads on. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Has arrows lead from day to day. */
function goByArrow(event: TargetedKeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('a.day')];
  const at = event.target instanceof HTMLElement ? days.indexOf(event.target) : -1;
  const next = days[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** A month or a week as a table of its days, which on a narrow screen are a list of those on which anything is. */
export function Grid(props: Props) {
  const { query } = props;
  const weeks = weeksOf(query.day, reachOf(query.form));
  return (
    <table class={`days ${query.form}`} onKeyDown={goByArrow}>
      <caption class="unseen">Releases and blackouts by day</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(beginOf(day))}
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
