import { isUtc } from '../../../navigation/preferences.ts';
import type { Line, Span } from './lines.ts';
import { type Releases, waitLabel } from './waits.ts';

/** In units of a drawing of lines, of which a text is 12 high. */
export const labelWidth = 240;
export const chartWidth = 720;
export const chartTop = 24;
export const rowHeight = 24;

/** The height of a drawing with a number of lines. */
export const chartHeight = (lines: number): number => chartTop + lines * rowHeight + 4;

const formatStyle = { dateStyle: 'short', timeStyle: 'short' } as const;
const localFormat = new Intl.DateTimeFormat(undefined, formatStyle);
const utcFormat = new Intl.DateTimeFormat(undefined, { ...formatStyle, timeZone: 'UTC' });

/** From when to when, in the viewer's zone or, where they have chosen so, in UTC. */
export function formatSpan({ from, to }: Span): string {
  const format = isUtc.value ? utcFormat : localFormat;
  return `${format.format(from)} – ${format.format(to)}${isUtc.value ? ' UTC' : ''}`;
}

/** The open targets of a gate, in words; empty: none. */
export const formatWaits = ({ waits }: Line, releases: Releases): string =>
  waits.length === 0 ? '' : `Waiting for ${waits.map((wait) => waitLabel(wait, releases)).join(', ')}`;

/** The content of a line, in words, as title. */
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

/** The text that fits into a number of units of a drawing; a letter takes about seven. */
const truncate = (text: string, availableWidth: number): string => {
  const maxChars = Math.floor(availableWidth / 7);
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
};

const gap = 8;
/** The minimum space beside bars: with less, a text is written across them. */
const minSpace = 180;

interface TextPosition {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** The position of a text beside bars that cover a range. */
export function positionText(text: string, from: number, to: number): TextPosition {
  const [before, after] = [from - labelWidth - gap, labelWidth + chartWidth - to - gap];
  if (after >= minSpace || (after >= before && after >= text.length * 7))
    return { text: truncate(text, after), x: to + gap, anchor: 'start' };
  if (before >= minSpace) return { text: truncate(text, before), x: from - gap, anchor: 'end' };
  return { text: truncate(text, labelWidth + chartWidth - from), x: from + gap, anchor: 'start' };
}
