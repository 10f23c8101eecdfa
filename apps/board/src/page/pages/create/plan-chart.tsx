import { momentText } from '../calendar/date-texts.ts';
import type { Span } from '../calendar/days.ts';
import type { NamedBlackout, PlanRow } from './plan-rows.ts';

/** The minimum range of the chart, so that a plan without durations has one. */
const minRangeMs = 60_000;

interface Props {
  readonly rows: readonly PlanRow[];
  readonly blackouts: readonly NamedBlackout[];
}

/** Returns the place of a time range in the chart, in percent; null if it is outside. */
function placeIn(
  range: Span,
  { from, to }: Span,
): { readonly insetInlineStart: string; readonly width: string } | null {
  const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
  if (end < start) return null;
  const percent = (ms: number): string => `${(100 * ms) / (range.to - range.from)}%`;
  return { insetInlineStart: percent(start - range.from), width: percent(end - start) };
}

/** The phases as bars over the blackouts. The list below the chart has the same data for screen readers. */
export function PlanChart({ rows, blackouts }: Props) {
  const from = Math.min(...rows.map((row) => row.from));
  const range = { from, to: Math.max(from + minRangeMs, ...rows.map((row) => row.to)) };
  if (rows.length === 0) return null;
  const bands = blackouts.flatMap((blackout) => placeIn(range, blackout) ?? []);
  return (
    <div class="plan-chart" aria-hidden="true">
      {rows.map(({ id, title, parts, color }) => (
        <div key={id} class="line-of-plan">
          <span class="cut" title={title}>
            {title}
          </span>
          <span class="plan-track">
            {bands.map((place, index) => (
              <i key={index} class="blackout" style={place} />
            ))}
            {parts.map((part, index) => (
              <i key={index} class="bar-of-phase" style={{ ...placeIn(range, part), '--phase': color }} />
            ))}
          </span>
        </div>
      ))}
      <div class="line-of-plan faint">
        <span />
        <span class="ends">
          <span>{momentText(range.from)}</span>
          <span>{momentText(range.to)}</span>
        </span>
      </div>
    </div>
  );
}
