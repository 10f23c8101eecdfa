import { isUtc } from '../../../place/zone.ts';
import { besideBars, lineWords, waitWords } from './line-words.ts';
import { type Line, placeIn, type Span } from './lines.ts';
import { heightOf, labels, row, top, width } from './measures.ts';
import { tickWords } from './ticks.ts';
import type { Releases } from './waits.ts';

interface Props {
  readonly lines: readonly Line[];
  readonly frame: Span;
  readonly blackouts: readonly Span[];
  /** milliseconds since 1970 */
  readonly now: number;
  readonly releases: Releases;
}

/** How many characters of a title are written; all of it is in the table. */
const longest = 30;

const clipped = (title: string): string => (title.length > longest ? `${title.slice(0, longest - 1)}…` : title);

interface BarProps {
  readonly span: Span | null;
  readonly frame: Span;
  readonly kind: 'planned' | 'actual' | 'foreseen';
  readonly y: number;
  readonly height: number;
}

function Bar({ span, frame, kind, y, height }: BarProps) {
  const place = span && placeIn(span, frame, width);
  return place && <rect class={`bar ${kind}`} x={labels + place.x} y={y} width={place.width} height={height} />;
}

interface WaitsProps extends Pick<Props, 'frame' | 'releases'> {
  readonly line: Line;
  readonly y: number;
}

/** What a gate waits for, beside its bars. */
function Waits({ line, frame, releases, y }: WaitsProps) {
  const words = waitWords(line, releases);
  if (words === '') return null;
  const spans = [line.planned, line.actual, line.foreseen].filter((span) => span !== null);
  const places = spans.map((span) => placeIn(span, frame, width)).filter((place) => place !== null);
  const from = Math.min(...places.map(({ x }) => x), width);
  const to = Math.max(...places.map((place) => place.x + place.width), 0);
  const { text, x, anchor } = besideBars(words, labels + Math.min(from, to), labels + to);
  return (
    <text class="waits" x={x} y={y + 16} text-anchor={anchor}>
      {text}
    </text>
  );
}

/** The timeline of a release: planned, actual and estimated bars, hatched blackouts, and the present time. */
export function Chart({ lines, frame, blackouts, now, releases }: Props) {
  const height = heightOf(lines.length);
  const ticks = [0, 1, 2].map((part) => ({
    x: labels + (width * part) / 3,
    at: frame.from + ((frame.to - frame.from) * part) / 3,
  }));
  const words = tickWords(
    ticks.map(({ at }) => at),
    isUtc.value ? 'UTC' : undefined,
  );
  const today = labels + (placeIn({ from: now, to: now }, frame, width)?.x ?? 0);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${labels + width} ${height}`}
      role="img"
      aria-label="Timeline: the table contains the same data"
    >
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path class="hatch" d="M0 6 6 0" />
        </pattern>
      </defs>
      {ticks.map(({ x }, index) => (
        <text key={x} x={x} y={14}>
          {words[index]}
        </text>
      ))}
      {blackouts.map((blackout) => {
        const place = placeIn(blackout, frame, width);
        if (place === null) return null;
        return (
          <rect
            key={blackout.from}
            class="blackout"
            x={labels + place.x}
            y={top}
            width={place.width}
            height={height - top}
            fill="url(#hatch)"
          />
        );
      })}
      {lines.map((line, index) => {
        const { id, title, depth, planned, actual, foreseen } = line;
        const y = top + index * row;
        return (
          <g key={id}>
            <title>{lineWords(line, releases)}</title>
            <text x={4 + 12 * depth} y={y + 16}>
              {clipped(title)}
            </text>
            <Bar span={planned} frame={frame} kind="planned" y={y + 2} height={5} />
            <Bar span={foreseen} frame={frame} kind="foreseen" y={y + 8} height={12} />
            <Bar span={actual} frame={frame} kind="actual" y={y + 8} height={12} />
            <Waits line={line} frame={frame} releases={releases} y={y} />
          </g>
        );
      })}
      <line class="now" x1={today} x2={today} y1={top} y2={height} />
    </svg>
  );
}
