import { isUtc } from '../../../place/zone.ts';
import type { Line, Span } from './lines.ts';
import { labels, width } from './measures.ts';
import { type Releases, wordsOf } from './waits.ts';

const style = { dateStyle: 'short', timeStyle: 'short' } as const;
const here = new Intl.DateTimeFormat(undefined, style);
const utc = new Intl.DateTimeFormat(undefined, { ...style, timeZone: 'UTC' });

/** From when to when, in the viewer's zone or, where they have chosen so, in UTC. */
export function spanWords({ from, to }: Span): string {
  const format = isUtc.value ? utc : here;
  return `${format.format(from)} – ${format.format(to)}${isUtc.value ? ' UTC' : ''}`;
}

/** The open targets of a gate, in words; empty: none. */
export const waitWords = ({ waits }: Line, releases: Releases): string =>
  waits.length === 0 ? '' : `waits for ${waits.map((wait) => wordsOf(wait, releases)).join(', ')}`;

/** The content of a line, in words, as title. */
export function lineWords(line: Line, releases: Releases): string {
  const spans = [
    ['planned', line.planned],
    ['happened', line.actual],
    ['foreseen', line.foreseen],
  ] as const;
  const said = spans.flatMap(([name, span]) => (span === null ? [] : [`${name} ${spanWords(span)}`]));
  const waits = waitWords(line, releases);
  return [line.title, ...said, ...(waits === '' ? [] : [waits])].join('\n');
}

/** The text that fits into a number of units of a drawing; a letter takes about seven. */
const cut = (text: string, room: number): string => {
  const most = Math.floor(room / 7);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

const gap = 8;
/** The minimum space beside bars: with less, a text is written across them. */
const least = 180;

interface Beside {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** The position of a text beside bars that cover a range. */
export function besideBars(text: string, from: number, to: number): Beside {
  const [before, after] = [from - labels - gap, labels + width - to - gap];
  if (after >= least || (after >= before && after >= text.length * 7))
    return { text: cut(text, after), x: to + gap, anchor: 'start' };
  if (before >= least) return { text: cut(text, before), x: from - gap, anchor: 'end' };
  return { text: cut(text, labels + width - from), x: from + gap, anchor: 'start' };
}
