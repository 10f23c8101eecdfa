import { useId } from 'preact/hooks';
import { Plot } from './plot.tsx';
import { type Bands, type ValueAxis, valueAxis } from './scale.ts';
import type { PlotContent } from './series.ts';
import { stackOf } from './stack.ts';

interface BarsProps extends Pick<PlotContent, 'series' | 'points'> {
  readonly bands: Bands;
  readonly axis: ValueAxis;
  readonly active: number | null;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;
const tile = { patternUnits: 'userSpaceOnUse', width: 6, height: 6, patternTransform: 'rotate(45)' } as const;

/** The bars of all points. The parts of a stacked bar have a gap, and some of them are hatched. */
function Bars({ series, points, bands, axis, active }: BarsProps) {
  const id = useId();
  return (
    <svg class="chart-shapes" aria-hidden="true">
      <pattern id={id} {...tile}>
        <rect class="chart-hatch" width={2} height={6} />
      </pattern>
      {points.map(({ title }, index) => {
        const parts = stackOf(series.map(({ values }) => values[index] ?? null));
        return parts.map((part, nth) => {
          const { kind } = series[nth] ?? {};
          if (part === null || kind === undefined) return null;
          const [low, high] = [axis.partOf(part.from), axis.partOf(part.to)];
          const [bottom, top] = [Math.min(low, high), Math.max(low, high)];
          const shape = {
            ...{ x: percent(bands.barStart(index) / 100), width: percent(bands.barWidth / 100) },
            ...{ y: percent(1 - top), height: percent(Math.max(0, top - bottom)) },
          };
          return (
            <g key={`${title} ${kind}`}>
              <rect class={`chart-bar ${kind}${index === active ? ' active' : ''}`} {...shape} />
              {(kind === 'paused' || kind === 'other') && (
                <rect class="chart-overlay" fill={`url(#${id})`} {...shape} />
              )}
            </g>
          );
        });
      })}
    </svg>
  );
}

/** Bars over time. Several series are stacked in their order. */
export function BarChart(content: PlotContent) {
  const { series, points, unit } = content;
  const totals = points.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const axis = valueAxis(totals, unit);
  return (
    <Plot {...content} axis={axis}>
      {(bands, active) => <Bars {...{ series, points, bands, axis, active }} />}
    </Plot>
  );
}
