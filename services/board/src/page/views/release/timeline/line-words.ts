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

/** What a gate waits for, in words; nothing: it is none, or waits for nothing. */
export const waitWords = ({ waits }: Line, releases: Releases): string =>
  waits.length === 0 ? '' : `waits for ${waits.map((wait) => wordsOf(wait, releases)).join(', ')}`;

/** What is drawn of a line, in words, for whoever points at it. */
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

/** The text that fits into so many units of a drawing, of which a letter takes about seven. */
const cut = (text: string, room: number): string => {
  const most = Math.floor(room / 7);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

const gap = 8;
/** So much has to fit beside bars: otherwise a text stands across them. */
const least = 180;

interface Beside {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** Where beside bars, of which all are from one place to another, a text stands. */
export function besideBars(text: string, from: number, to: number): Beside {
  const [before, after] = [from - labels - gap, labels + width - to - gap];
  if (after >= least || (after >= before && after >= text.length * 7))
    return { text: cut(text, after), x: to + gap, anchor: 'start' };
  if (before >= least) return { text: cut(text, before), x: from - gap, anchor: 'end' };
  return { text: cut(text, labels + width - from), x: from + gap, anchor: 'start' };
}
