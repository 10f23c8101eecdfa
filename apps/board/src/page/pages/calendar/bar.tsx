import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import Lock from '~icons/lucide/lock';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Icon } from '../../components/marks/icon.tsx';
import { statusLabel, statusTone, ToneIcon } from '../../components/marks/status.tsx';
import { linkTo } from '../../navigation/base.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { momentText, rangeText, timeText } from './date-texts.ts';
import { type Day, daySpan, overlaps } from './days.ts';
import { type BlackoutEntry, type Entry, fullSpan, type ReleaseEntry } from './entries.ts';
import type { Bar } from './lanes.ts';
import { moveRefusal } from './moves/dates.ts';

/** Returns the text for a release with a blackout conflict; null without one. */
export function conflictText({ firstFree, overlapsBlackout }: ReleaseEntry): string | null {
  if (firstFree !== null) return t('Starts in a blackout');
  return overlapsBlackout ? t('Overlaps a blackout') : null;
}

/** Returns the path of the timeline of a release. */
export const timelinePath = ({ id }: ReleaseEntry): string => `/releases/${lastSegment(id)}?form=timeline`;

/** Returns the times at which an entry starts and ends on a day; empty for a day between them. */
function timesText(entry: Entry, day: Day): string {
  const { from, to } = daySpan(day);
  const span = fullSpan(entry);
  const startText = span.from >= from && t`starts ${timeText(span.from)}`;
  const endText = span.to > span.from && span.to > from && span.to <= to && t`ends ${timeText(span.to)}`;
  return [startText, endText].filter((text) => text !== false).join(' ');
}

interface ShapesProps {
  readonly entry: ReleaseEntry;
}

/** The shapes of a release: a warning for a conflict, and its status. A dashed bar already shows a planned release. */
const Shapes = ({ entry }: ShapesProps) => (
  <>
    {conflictText(entry) !== null && (
      <span class={entry.firstFree === null ? 'soon' : 'late'}>
        <Icon of={TriangleAlert} size="small" />
      </span>
    )}
    {(conflictText(entry) === null || entry.status !== 'PLANNED') && <ToneIcon tone={statusTone(entry.status)} />}
  </>
);

interface EntryProps {
  readonly entry: Entry;
  readonly open: (entry: BlackoutEntry) => void;
}

interface ContentProps extends EntryProps {
  readonly day: Day;
  /** Whether the times of the entry on the day are part of the text. */
  readonly hasTimes: boolean;
  readonly className: string;
  readonly tabIndex?: number | undefined;
  /** A second line for the eye only. The text for screen readers has the times of the day. */
  readonly line?: string;
  /** The shapes before the title. */
  readonly children?: ComponentChildren;
}

/** Returns the description of a release on a day for screen readers, without its title. */
function detailsOf(entry: ReleaseEntry, day: Day, times: string): string {
  const isEstimated = !overlaps(entry, daySpan(day));
  const texts = [statusLabel(entry.status), conflictText(entry), isEstimated ? t('Estimated') : null, times];
  return texts.filter((text) => text !== null && text !== '').join(', ');
}

/** The keys that move a planned release in the grid. */
const moveKeys = 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown';

/** The link to a release, or the button that opens a blackout. */
function EntryLink({ entry, day, open, hasTimes, className, tabIndex, line, children }: ContentProps) {
  const times = hasTimes ? timesText(entry, day) : '';
  const title = `${entry.title}\n${rangeText(fullSpan(entry))}`;
  const text = (
    <span class="text">
      <bdi class="cut">{entry.title}</bdi>
      {line !== undefined && (
        <span class="cut sub number" aria-hidden="true">
          {line}
        </span>
      )}
    </span>
  );
  if (entry.kind === 'blackout')
    return (
      <button type="button" class={className} tabIndex={tabIndex} title={title} onClick={() => open(entry)}>
        <span class="unseen">Blackout: </span>
        {children}
        {text}
        {times !== '' && <span class="unseen">, {times}</span>}
      </button>
    );
  const details = detailsOf(entry, day, times);
  const refusal = moveRefusal(entry);
  return (
    <a
      href={linkTo(timelinePath(entry))}
      data-view
      data-entry={entry.id}
      // The grid moves bars itself.
      draggable={false}
      class={className}
      tabIndex={tabIndex}
      title={`${title}\n${details}\n${refusal ?? t('Drag to move, or use Alt and the arrow keys')}`}
      aria-keyshortcuts={refusal === null ? moveKeys : undefined}
    >
      {children}
      {text}
      <span class="unseen">, {details}</span>
    </a>
  );
}

/** An entry of a day for screen readers, because its bar is in the cell of another day of the week. */
export const ContinuedEntry = (props: Omit<ContentProps, 'className' | 'children' | 'tabIndex'>) => (
  <li>
    <EntryLink {...props} className="unseen" tabIndex={-1} />
  </li>
);

const shapesOf = (entry: Entry) =>
  entry.kind === 'blackout' ? <Icon of={Lock} size="small" /> : <Shapes entry={entry} />;

/** Returns the color of an entry, as a class name. */
const toneOf = (entry: Entry): string => (entry.kind === 'blackout' ? 'frozen' : statusTone(entry.status));

/** Returns the visible time of a bar in a week: its start, or its end if it starts before. One day is too narrow for a date. */
function lineOf({ entry, startsBefore, length }: Bar): string {
  const { from, to } = fullSpan(entry);
  if (!startsBefore) return timeText(from);
  return t`until ${length === 1 ? timeText(to) : momentText(to)}`;
}

interface BarProps extends Pick<ContentProps, 'day' | 'hasTimes' | 'open'> {
  readonly bar: Bar;
  /** Whether the bar is the first one of its entry, which the user can reach by Tab. */
  readonly isFirst: boolean;
  /** The id of the entry under the pointer, whose bars in all weeks are darker. */
  readonly hovered: Signal<string | null>;
}

/** The bar of an entry in a week. It is in the cell of its first day, and as wide as its days. */
export function EntryBar({ bar, day, hasTimes, open, isFirst, hovered }: BarProps) {
  const { entry, column, length, lane, estimatedLength, startsBefore, endsAfter } = bar;
  const className = ['bar', toneOf(entry), startsBefore && 'from-before', endsAfter && 'to-after'];
  if (hovered.value === entry.id) className.push('hovered');
  return (
    <li
      class="of-bar"
      style={{ '--column': column, '--length': length, '--lane': lane }}
      onPointerEnter={() => (hovered.value = entry.id)}
      onPointerLeave={() => (hovered.value = null)}
    >
      <EntryLink
        {...{ entry, day, hasTimes, open }}
        className={className.filter((part) => part !== false).join(' ')}
        tabIndex={isFirst ? undefined : -1}
        {...(hasTimes && { line: lineOf(bar) })}
      >
        {estimatedLength > 0 && <i style={{ '--share': estimatedLength / length }} />}
        {shapesOf(entry)}
      </EntryLink>
    </li>
  );
}

/** An entry in a list, as a bar as wide as the list. */
export const EntryRow = ({ entry, open, day }: Pick<ContentProps, 'entry' | 'open' | 'day'>) => (
  <li>
    <EntryLink {...{ entry, open, day }} hasTimes className={`bar ${toneOf(entry)}`}>
      {shapesOf(entry)}
    </EntryLink>
  </li>
);
