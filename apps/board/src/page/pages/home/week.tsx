import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import Lock from '~icons/lucide/lock';
import { Icon } from '../../components/marks/icon.tsx';
import { statusTone } from '../../components/marks/status.tsx';
import { findFolder, useFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { dateText, dayText, shortDayText, timeText } from '../calendar/date-texts.ts';
import { type Day, dayOf } from '../calendar/days.ts';
import { columnsOf, type WeekEvent } from './week-events.ts';

/** The maximum number of events of a day. */
const maxEvents = 5;

const calendarAddress = (day: Day): string => `/calendar?form=week&day=${day}`;

const momentText = (at: number): string => `${dateText(at)}, ${timeText(at)}`;

/** The folder that a blackout covers, if the user can view it. */
function BlackoutFolder({ id }: { readonly id: string }) {
  const folder = findFolder(useFolders(), id);
  return folder === undefined ? null : <bdi> ({folder.name})</bdi>;
}

function BlackoutBar({ blackout, days }: { readonly blackout: BlackoutResponse; readonly days: readonly Day[] }) {
  const span = { from: Date.parse(blackout.startDate), to: Date.parse(blackout.endDate) };
  const [first, end] = columnsOf(span, days);
  return (
    <li style={{ '--from': first, '--to': end }}>
      <Link to={calendarAddress(days[first - 1] ?? dayOf(span.from))}>
        <Icon of={Lock} size="small" />
        <span>
          <bdi>{blackout.label}</bdi>
          {blackout.folderId !== undefined && <BlackoutFolder id={blackout.folderId} />}: {momentText(span.from)} –{' '}
          {momentText(span.to)}
        </span>
      </Link>
    </li>
  );
}

const EventLink = ({ event: { kind, id, title, status, at } }: { readonly event: WeekEvent }) => (
  <li>
    <Link to={`/releases/${lastSegment(id)}`} class={`event ${statusTone(status)}`}>
      <span class="at">
        {kind === 'starts' ? t('Starts') : t('Due')} {timeText(at)}
      </span>{' '}
      <bdi>{title}</bdi>
    </Link>
  </li>
);

interface Props {
  readonly days: readonly Day[];
  readonly events: readonly WeekEvent[];
  readonly blackouts: readonly BlackoutResponse[];
  /** Whether there are more events than are loaded. */
  readonly hasMore: boolean;
}

/** The releases that start or are due in the next days, and the blackouts. */
export const Week = ({ days, events, blackouts, hasMore }: Props) => (
  <section class="card" aria-labelledby="week">
    <header>
      <h2 id="week">Next 7 days</h2>
      <span class="hint">
        {shortDayText(days[0] ?? '')} – {shortDayText(days.at(-1) ?? '')}
      </span>
      <Link to="/calendar">Open calendar</Link>
    </header>
    {blackouts.length > 0 && (
      <ul class="week freezes" aria-label="Blackouts">
        {blackouts.map((blackout) => (
          <BlackoutBar key={blackout.id} blackout={blackout} days={days} />
        ))}
      </ul>
    )}
    <ol class="week">
      {days.map((day, index) => {
        const ofDay = events.filter(({ at }) => dayOf(at) === day);
        return (
          <li key={day} class="of-day" aria-current={index === 0 ? 'date' : undefined}>
            <h3>{dayText(day)}</h3>
            {ofDay.length > 0 && (
              <ul>
                {ofDay.slice(0, maxEvents).map((event) => (
                  <EventLink key={`${event.kind} ${event.id}`} event={event} />
                ))}
              </ul>
            )}
            {ofDay.length > maxEvents && <Link to={calendarAddress(day)}>+{ofDay.length - maxEvents} more</Link>}
          </li>
        );
      })}
    </ol>
    {hasMore && (
      <footer>
        <span class="hint">More releases start or are due in these days.</span>
        <Link to="/calendar?form=list">Show all in the calendar</Link>
      </footer>
    )}
  </section>
);
