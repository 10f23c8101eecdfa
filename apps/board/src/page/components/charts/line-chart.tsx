import { Plot } from './plot.tsx';
import { areaPath, type Bands, linePath, type ValueAxis, valueAxis } from './scale.ts';
import type { PlotContent, Series } from './series.ts';

const stretch = { viewBox: '0 0 100 100', preserveAspectRatio: 'none' } as const;

/** The maximum number of points that all have markers. Above it, only points without neighbors have one. */
const maxMarkers = 32;

interface LinesProps {
  readonly series: readonly Series[];
  readonly bands: Bands;
  readonly axis: ValueAxis;
  readonly active: number | null;
}

/** Whether a point has a marker: a line between two points would not show a single one. */
function hasMarker(values: Series['values'], index: number, active: number | null): boolean {
  if (values.length <= maxMarkers || index === active) return true;
  const isKnown = (at: number): boolean => values[at] !== null && values[at] !== undefined;
  return !isKnown(index - 1) && !isKnown(index + 1);
}

function Markers({
  series: { kind, values },
  bands,
  axis,
  active,
}: Omit<LinesProps, 'series'> & { readonly series: Series }) {
  return values.map((value, index) => {
    if (value === null || !hasMarker(values, index, active)) return null;
    const size = index === active ? 10 : 7;
    return (
      <rect
        key={index}
        class={`chart-marker ${kind}`}
        x={`${bands.middle(index).toFixed(3)}%`}
        y={`${(100 - axis.partOf(value) * 100).toFixed(3)}%`}
        width={size}
        height={size}
        rx={kind === 'p50' ? size / 2 : 1}
      />
    );
  });
}

/** The area between the first and the last series, the lines, and their markers. */
function Lines({ series, bands, axis, active }: LinesProps) {
  const [first, last] = [series[0], series.at(-1)];
  return (
    <svg class="chart-shapes" aria-hidden="true">
      <svg {...stretch} aria-hidden="true">
        {first !== undefined && last !== undefined && series.length > 1 && (
          <path class="chart-area" d={areaPath(first.values, last.values, bands, axis)} />
        )}
        {series.map(({ kind, values }) => (
          <path key={kind} class={`chart-line ${kind}`} d={linePath(values, bands, axis)} />
        ))}
      </svg>
      {series.map((one) => (
        <Markers key={one.kind} series={one} {...{ bands, axis, active }} />
      ))}
    </svg>
  );
}

/** Lines over time, such as percentiles. Lines differ in color, dashes and markers. */
export function LineChart(content: PlotContent) {
  const { series, unit } = content;
  const axis = valueAxis(
    series.flatMap(({ values }) => values),
    unit,
  );
  return (
    <Plot {...content} axis={axis}>
      {(bands, active) => <Lines {...{ series, bands, axis, active }} />}
    </Plot>
  );
}
