import { isUtc } from '../../../navigation/preferences.ts';
import type { Line, Span } from './lines.ts';
import { type Releases, waitLabel } from './waits.ts';

/** The dimensions of the chart, in units of the drawing. Text is 12 units high. */
export const labelWidth = 240;
export const chartWidth = 720;
export const chartTop = 24;
export const rowHeight = 24;

/** Returns the height of a chart with a number of lines. */
export const chartHeight = (lines: number): number => chartTop + lines * rowHeight + 4;

const formatStyle = { dateStyle: 'short', timeStyle: 'short' } as const;
const localFormat = new Intl.DateTimeFormat(undefined, formatStyle);
const utcFormat = new Intl.DateTimeFormat(undefined, { ...formatStyle, timeZone: 'UTC' });

/** Returns the start and end of a time range as text, in UTC or in the user's time zone. */
export function formatSpan({ from, to }: Span): string {
  const format = isUtc.value ? utcFormat : localFormat;
  return `${format.format(from)} – ${format.format(to)}${isUtc.value ? ' UTC' : ''}`;
}

/** Returns the open waits of a line as text; empty if there are none. */
export const formatWaits = ({ waits }: Line, releases: Releases): string =>
  waits.length === 0 ? '' : `Waiting for ${waits.map((wait) => waitLabel(wait, releases)).join(', ')}`;

/** Returns the content of a line as a tooltip. */
export function lineTitle(line: Line, releases: Releases): string {
  const spans = [
    ['planned', line.planned],
    ['actual', line.actual],
    ['estimated', line.estimated],
  ] as const;
  const spanTexts = spans.flatMap(([name, span]) => (span === null ? [] : [`${name} ${formatSpan(span)}`]));
  const waits = formatWaits(line, releases);
  return [line.title, ...spanTexts, ...(waits === '' ? [] : [waits])].join('\n');
}

/** Shortens a text to a width in units of the drawing. A character is about seven units wide. */
const truncate = (text: string, availableWidth: number): string => {
  const maxChars = Math.floor(availableWidth / 7);
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
};

const gap = 8;
/** The minimum space for a text beside bars, in units of the drawing. With less space, the text overlaps the bars. */
const minSpace = 180;

interface TextPosition {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** Returns the position of a text beside bars that cover the range from `from` to `to`. */
export function positionText(text: string, from: number, to: number): TextPosition {
  const [before, after] = [from - labelWidth - gap, labelWidth + chartWidth - to - gap];
  if (after >= minSpace || (after >= before && after >= text.length * 7))
    return { text: truncate(text, after), x: to + gap, anchor: 'start' };
  if (before >= minSpace) return { text: truncate(text, before), x: from - gap, anchor: 'end' };
  return { text: truncate(text, labelWidth + chartWidth - from), x: from + gap, anchor: 'start' };
}
