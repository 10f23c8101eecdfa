import type { ComponentChildren, RefObject } from 'preact';
import Lock from '~icons/lucide/lock';
import { Icon } from '../../../components/marks/icon.tsx';
import { statusTone } from '../../../components/marks/status.tsx';
import { isGate } from '../../../components/marks/task-kinds.ts';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { Link } from '../../../navigation/link.tsx';
import { isUtc } from '../../../navigation/preferences.ts';
import { type Axis, partOf, sideOf, type Tick, type Ticks, ticksOf } from './axis.ts';
import { lineTitle, noteOf, positionText } from './line-labels.ts';
import type { Line, Span } from './lines.ts';
import type { Releases } from './waits.ts';

/** A blackout of the release, with its name if it is known. */
export interface Blackout extends Span {
  readonly name: string;
}

export interface ChartContent {
  readonly lines: readonly Line[];
  readonly axis: Axis;
  /** The visible part of the axis, for which ticks are drawn. */
  readonly visible: Axis;
  readonly blackouts: readonly Blackout[];
  /** The current time and the due date, in milliseconds since 1970; the due date is null if the release has none. */
  readonly now: number;
  readonly due: number | null;
  readonly releases: Releases;
  readonly critical: ReadonlySet<string>;
  /** Returns the path of a task of the release. */
  readonly taskUrl: (id: string) => string;
}

const percent = (part: number): string => `${(part * 100).toFixed(4)}%`;

/** Returns the position and width of a bar in the chart, as a style; null if it is outside. */
export function barStyle(span: Span, range: Span): { readonly left: string; readonly width: string } | null {
  if (span.to < range.from || span.from > range.to) return null;
  const from = Math.max(0, partOf(span.from, range));
  const to = Math.min(1, partOf(span.to, range));
  return { left: percent(from), width: percent(to - from) };
}

interface BarProps {
  readonly span: Span | null;
  readonly range: Span;
  readonly kind: string;
}

function Bar({ span, range, kind }: BarProps) {
  const style = span && barStyle(span, range);
  return style && <i class={`bar ${kind}`} style={style} />;
}

interface BarsProps extends Pick<ChartContent, 'axis' | 'releases'> {
  readonly line: Line;
}

/** What a gate waits for, or the duration of a finished task, as text beside its bars. */
function Note({ line, axis: { range, width }, releases }: BarsProps) {
  const words = noteOf(line, releases);
  const spans = [line.planned, line.actual, line.estimated].filter((span) => span !== null);
  if (words === '' || spans.length === 0) return null;
  const pixels = (at: number): number => Math.min(1, Math.max(0, partOf(at, range))) * width;
  const from = Math.min(...spans.map((span) => pixels(span.from)));
  const to = Math.max(...spans.map((span) => pixels(span.to)));
  const { text, at, side } = positionText(words, from, to, width);
  return (
    <span
      class={line.waits.length > 0 ? 'note waits' : 'note'}
      aria-hidden="true"
      style={side === 'start' ? { left: `${at}px` } : { right: `${at}px` }}
    >
      {text}
    </span>
  );
}

/** The bars of a line: planned below, actual in the color of its status above, and the estimated rest dashed. */
function Bars({ line, axis, releases }: BarsProps) {
  const { range } = axis;
  const { planned, actual, estimated, status } = line;
  const tone = statusTone(status);
  const rest = estimated && actual ? { from: Math.max(actual.to, estimated.from), to: estimated.to } : estimated;
  const end = (estimated ?? actual ?? planned)?.to;
  return (
    <>
      <Bar span={planned} range={range} kind="planned" />
      <Bar
        span={rest && { from: rest.from, to: Math.max(rest.from, rest.to) }}
        range={range}
        kind={`estimated ${tone}`}
      />
      <Bar span={actual} range={range} kind={`actual ${tone}`} />
      {/* A gate is a diamond at its end. */}
      {isGate(line.type) && end !== undefined && sideOf(end, range) === 'inside' && (
        <i class={`diamond ${tone}`} style={{ left: percent(partOf(end, range)) }} />
      )}
      <Note line={line} axis={axis} releases={releases} />
    </>
  );
}

interface MarkProps {
  readonly at: number;
  readonly range: Span;
  readonly kind: 'now' | 'due';
  readonly label: string;
}

/** A line with a label; an arrow at the edge of the chart if the time is outside. */
function Mark({ at, range, kind, label }: MarkProps) {
  const side = sideOf(at, range);
  if (side === 'inside')
    return (
      <i class={kind} style={{ left: percent(partOf(at, range)) }}>
        <b>{label}</b>
      </i>
    );
  return <b class={`edge ${kind} ${side}`}>{side === 'before' ? `‹ ${label}` : `${label} ›`}</b>;
}

interface AxisProps extends Pick<ChartContent, 'axis'> {
  readonly ticks: Ticks;
}

/** The lines and bands behind the bars: ticks, blackouts, the current time and the due date. */
function Background({ axis: { range }, blackouts, now, due, ticks }: ChartContent & AxisProps) {
  return (
    <div class="behind" aria-hidden="true">
      {ticks.below.map(({ at }) => (
        <i key={at} class="tick" style={{ left: percent(partOf(at, range)) }} />
      ))}
      {ticks.above.map(({ at }) => (
        <i key={at} class="tick strong" style={{ left: percent(partOf(at, range)) }} />
      ))}
      {blackouts.map((blackout) => {
        const style = barStyle(blackout, range);
        return (
          style && (
            <i key={blackout.from} class="blackout" style={style}>
              <b>
                <Icon of={Lock} size="small" />
                <bdi>{blackout.name}</bdi>
              </b>
            </i>
          )
        );
      })}
      <Mark at={now} range={range} kind="now" label="Now" />
      {due !== null && <Mark at={due} range={range} kind="due" label="Due" />}
    </div>
  );
}

/** The space that a label of the axis needs, in pixels. */
const labelWidth = 60;

/** The labels of the axis. A label that the end of the axis would clip is absent. */
function AxisLabels({ axis: { range, width }, ticks: { above, below } }: AxisProps) {
  const fits = ({ at }: Tick): boolean => (1 - partOf(at, range)) * width >= labelWidth;
  return (
    <div class="axis" aria-hidden="true">
      <div class="heading">Phase or task</div>
      <div class="labels">
        {above.filter(fits).map(({ at, label }) => (
          <b key={at} style={{ left: percent(partOf(at, range)) }}>
            {label}
          </b>
        ))}
        {below.filter(fits).map(({ at, label }) => (
          <span key={at} style={{ left: percent(partOf(at, range)) }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The title of a line: a link to its task, or the name of a phase with its color. */
const LineHead = ({
  line: { id, title, depth, type, color },
  taskUrl,
}: Pick<ChartContent, 'taskUrl'> & { readonly line: Line }) => (
  <div class="name" style={{ '--depth': Math.min(depth, 3) }}>
    {color === null ? <TaskTypeIcon type={type} /> : <i class="phase-mark" style={{ '--phase': color }} />}
    {color === null ? <Link to={taskUrl(id)}>{title}</Link> : <bdi>{title}</bdi>}
  </div>
);

interface Props extends ChartContent {
  readonly plotRef: RefObject<HTMLDivElement | null>;
  /** Returns the element that moves the bar of a line. */
  readonly handleOf: (line: Line) => ComponentChildren;
}

/** The chart of a release: bars of phases and tasks over time, between sticky row heads and the background. */
export function Chart({ plotRef, handleOf, ...content }: Props) {
  const { lines, axis, visible, releases, critical, taskUrl } = content;
  const ticks = ticksOf(visible, isUtc.value);
  return (
    <>
      <AxisLabels axis={axis} ticks={ticks} />
      <div class="lines">
        <div class="plot" ref={plotRef} />
        <Background {...content} ticks={ticks} />
        {lines.map((line) => (
          <div
            key={line.id}
            class={`line${line.depth === 0 ? ' phase-line' : ''}${critical.has(line.id) ? ' critical' : ''}`}
          >
            <LineHead line={line} taskUrl={taskUrl} />
            <div class="track" title={lineTitle(line, releases)}>
              <Bars line={line} axis={axis} releases={releases} />
              {handleOf(line)}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
