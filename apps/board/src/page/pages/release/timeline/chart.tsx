import { isUtc } from '../../../navigation/preferences.ts';
import {
  chartHeight,
  chartTop,
  chartWidth,
  formatWaits,
  labelWidth,
  lineTitle,
  positionText,
  rowHeight,
} from './line-labels.ts';
import { barPosition, type Line, type Span } from './lines.ts';
import type { Releases } from './waits.ts';

const styles = ['short', 'medium'] as const;

/**
 * Returns the labels of the time axis, in the user's time zone by default. Labels have minutes, or seconds if two
 * labels would be equal. A label that equals the previous label is empty.
 */
export function tickLabels(moments: readonly number[], timeZone?: string): readonly string[] {
  const [byMinutes = [], bySeconds = []] = styles.map((timeStyle) => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle, timeZone });
    return moments.map((moment) => format.format(moment));
  });
  if (new Set(byMinutes).size === moments.length) return byMinutes;
  return bySeconds.map((label, index) => (bySeconds.indexOf(label) === index ? label : ''));
}

interface Props {
  readonly lines: readonly Line[];
  readonly range: Span;
  readonly blackouts: readonly Span[];
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  readonly releases: Releases;
}

/** The maximum length of a title in the chart, in characters. The table has the full title. */
const maxTitleLength = 30;

const clipTitle = (title: string): string =>
  title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title;

interface BarProps {
  readonly span: Span | null;
  readonly range: Span;
  readonly kind: 'planned' | 'actual' | 'estimated';
  readonly y: number;
  readonly height: number;
}

function Bar({ span, range, kind, y, height }: BarProps) {
  const position = span && barPosition(span, range, chartWidth);
  return (
    position && <rect class={`bar ${kind}`} x={labelWidth + position.x} y={y} width={position.width} height={height} />
  );
}

interface WaitsProps extends Pick<Props, 'range' | 'releases'> {
  readonly line: Line;
  readonly y: number;
}

/** The conditions and dependencies for which a gate waits, as text beside its bars. */
function Waits({ line, range, releases, y }: WaitsProps) {
  const words = formatWaits(line, releases);
  if (words === '') return null;
  const spans = [line.planned, line.actual, line.estimated].filter((span) => span !== null);
  const positions = spans.map((span) => barPosition(span, range, chartWidth)).filter((position) => position !== null);
  const from = Math.min(...positions.map(({ x }) => x), chartWidth);
  const to = Math.max(...positions.map((position) => position.x + position.width), 0);
  const { text, x, anchor } = positionText(words, labelWidth + Math.min(from, to), labelWidth + to);
  return (
    <text class="waits" x={x} y={y + 16} text-anchor={anchor}>
      {text}
    </text>
  );
}

/** The chart of a release: planned, actual and estimated bars, hatched blackouts, and the current time. */
export function Chart({ lines, range, blackouts, now, releases }: Props) {
  const height = chartHeight(lines.length);
  const ticks = [0, 1, 2].map((part) => ({
    x: labelWidth + (chartWidth * part) / 3,
    at: range.from + ((range.to - range.from) * part) / 3,
  }));
  const words = tickLabels(
    ticks.map(({ at }) => at),
    isUtc.value ? 'UTC' : undefined,
  );
  const nowX = labelWidth + (barPosition({ from: now, to: now }, range, chartWidth)?.x ?? 0);
  return (
    <svg class="chart" viewBox={`0 0 ${labelWidth + chartWidth} ${height}`} role="img" aria-label="Timeline">
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
        const position = barPosition(blackout, range, chartWidth);
        if (position === null) return null;
        return (
          <rect
            key={blackout.from}
            class="blackout"
            x={labelWidth + position.x}
            y={chartTop}
            width={position.width}
            height={height - chartTop}
            fill="url(#hatch)"
          />
        );
      })}
      {lines.map((line, index) => {
        const { id, title, depth, planned, actual, estimated } = line;
        const y = chartTop + index * rowHeight;
        return (
          <g key={id}>
            <title>{lineTitle(line, releases)}</title>
            <text x={4 + 12 * depth} y={y + 16}>
              {clipTitle(title)}
            </text>
            <Bar span={planned} range={range} kind="planned" y={y + 2} height={5} />
            <Bar span={estimated} range={range} kind="estimated" y={y + 8} height={12} />
            <Bar span={actual} range={range} kind="actual" y={y + 8} height={12} />
            <Waits line={line} range={range} releases={releases} y={y} />
          </g>
        );
      })}
      <line class="now" x1={nowX} x2={nowX} y1={chartTop} y2={height} />
    </svg>
  );
}
