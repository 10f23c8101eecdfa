import { isUtc } from '../../../navigation/preferences.ts';
import { t } from '../../../navigation/text.ts';
import type { Line, Span } from './lines.ts';
import { type Releases, waitLabel } from './waits.ts';

const formatStyle = { dateStyle: 'short', timeStyle: 'short' } as const;
const localFormat = new Intl.DateTimeFormat(undefined, formatStyle);
const utcFormat = new Intl.DateTimeFormat(undefined, { ...formatStyle, timeZone: 'UTC' });

/** Returns the start and end of a time range as text, in UTC or in the user's time zone. */
export function formatSpan({ from, to }: Span): string {
  const format = isUtc.value ? utcFormat : localFormat;
  const end = to > from ? ` – ${format.format(to)}` : '';
  return `${format.format(from)}${end}${isUtc.value ? ' UTC' : ''}`;
}

/** Returns a duration as text with its two largest units, such as `2 h 40 min`. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return t`${Math.round(ms / 1000)} s`;
  const units = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** Returns the open waits of a line as text; empty if there are none. */
const formatWaits = ({ waits }: Line, releases: Releases): string =>
  waits.length === 0 ? '' : t`Waiting for ${waits.map((wait) => waitLabel(wait, releases)).join(', ')}`;

/** Returns the text beside the bars of a line: the conditions of a waiting gate, or the duration of a finished task. */
export function noteOf(line: Line, releases: Releases): string {
  const { actual, estimated, depth, status } = line;
  const waits = formatWaits(line, releases);
  if (waits !== '' || depth === 0 || actual === null || estimated !== null) return waits;
  const isUnstarted = (status === 'ABORTED' || status === 'SKIPPED') && actual.to === actual.from;
  return isUnstarted ? '' : formatDuration(actual.to - actual.from);
}

/** Returns the content of a line as a tooltip. */
export function lineTitle(line: Line, releases: Releases): string {
  const spans = [
    [t('planned'), line.planned],
    [t('actual'), line.actual],
    [t('estimated'), line.estimated],
  ] as const;
  const spanTexts = spans.flatMap(([name, span]) => (span === null ? [] : [`${name} ${formatSpan(span)}`]));
  const waits = formatWaits(line, releases);
  return [line.title, ...spanTexts, ...(waits === '' ? [] : [waits])].join('\n');
}

/** The width of a character of a note, in pixels. */
const charWidth = 6.5;

/** Shortens a text to a width in pixels. */
const truncate = (text: string, availableWidth: number): string => {
  const maxChars = Math.max(1, Math.floor(availableWidth / charWidth));
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
};

const gap = 12;
/**
 * The minimum space for a text beside bars, in pixels. With less space, the text overlaps the bars if that shows more of
 * it.
 */
const minSpace = 160;

interface TextPosition {
  readonly text: string;
  /** The distance from the start or the end of the chart, in pixels. */
  readonly at: number;
  readonly side: 'start' | 'end';
}

/** Returns the position of a text beside bars from `from` to `to`, in a chart of a width in pixels. */
export function positionText(text: string, from: number, to: number, width: number): TextPosition {
  const [before, after] = [from - gap, width - to - gap];
  if (after >= minSpace || (after >= before && after >= text.length * charWidth))
    return { text: truncate(text, after), at: to + gap, side: 'start' };
  const over = width - from - gap;
  if (before >= minSpace || before >= text.length * charWidth || before > over)
    return { text: truncate(text, before), at: width - from + gap, side: 'end' };
  return { text: truncate(text, over), at: from + gap, side: 'start' };
}
