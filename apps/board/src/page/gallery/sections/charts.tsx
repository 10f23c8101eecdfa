import { BarChart } from '../../components/charts/bar-chart.tsx';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { HeatMap } from '../../components/charts/heat-map.tsx';
import { LineChart } from '../../components/charts/line-chart.tsx';
import { Matrix } from '../../components/charts/matrix.tsx';
import { NumberTile } from '../../components/charts/number-tile.tsx';
import type { ChartPoint, PlotContent, Series } from '../../components/charts/series.ts';
import { SeriesTable } from '../../components/charts/series-table.tsx';
import { ShareBar } from '../../components/charts/share-bar.tsx';
import { Legend } from '../../components/charts/swatch.tsx';
import { ValueBar } from '../../components/charts/value-bar.tsx';
import { type ComponentStates, Example, longText, longWord } from '../example.tsx';

const dayMs = 86_400_000;
const start = Date.parse('2026-05-01');
const dayOf = (index: number): string => new Date(start + index * dayMs).toISOString().slice(0, 10);
/** A fixed sequence that looks random, from 0 to 1. */
const noise = (index: number): number => ((index * 7919 + 104_729) % 997) / 997;

const pointsOf = (count: number): readonly ChartPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ label: dayOf(index).slice(5), title: dayOf(index), to: '/releases' },
    n: index % 6 === 5 ? 0 : Math.round(noise(index) * 40),
    ...(index % 6 === 4 && { note: 'p95 needs at least 20 rows' }),
  }));
const valuesOf = (count: number, valueAt: (index: number) => number | null): Series['values'] =>
  Array.from({ length: count }, (_, index) => (index % 6 === 5 ? null : valueAt(index)));

const percentiles = (count: number): PlotContent => ({
  ...{ label: 'Release duration', unit: 'seconds', points: pointsOf(count) },
  series: [
    { kind: 'p50', label: 'p50', values: valuesOf(count, (index) => 1800 + noise(index) * 1200) },
    { kind: 'p85', label: 'p85', values: valuesOf(count, (index) => 3600 + noise(index) * 3000) },
    {
      ...{ kind: 'p95', label: 'p95' },
      values: valuesOf(count, (index) => (index % 6 === 4 ? null : 5400 + noise(index) * 7200)),
    },
  ],
});
const throughput: PlotContent = {
  ...{ label: 'Throughput', unit: 'count', points: pointsOf(12) },
  series: [
    {
      kind: 'single',
      label: 'Completed',
      values: Array.from({ length: 12 }, (_, index) => Math.round(noise(index) * 30)),
    },
  ],
};
const kinds = ['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'] as const;
const waiting: PlotContent = {
  ...{ label: 'Waiting by category', unit: 'seconds', points: pointsOf(8) },
  series: kinds.map((kind, nth) => ({
    ...{ kind, label: kind },
    values: Array.from({ length: 8 }, (_, index) => 1000 + noise(index * 8 + nth) * 9000),
  })),
};
const variance: PlotContent = {
  ...{ label: 'Schedule variance', unit: 'change', points: pointsOf(6) },
  series: [{ kind: 'single', label: 'Mean', values: [0.12, -0.2, null, 0.3, -0.05, 0.1] }],
};
const formula = 'End − start, for completed releases that ended in the period.';
const rows = { to: '/releases', text: '40 releases' };
const save = (): Promise<never> => Promise.reject(new Error('the server is busy'));

const legendOf = ({ series }: PlotContent) => <Legend items={series.map(({ kind, label }) => ({ kind, label }))} />;

const LineExamples = () => (
  <>
    <Example name="Percentiles over 18 days" isWide>
      <ChartCard
        title="Release duration"
        {...{ formula, rows }}
        state="ready"
        exportCsv={save}
        table={<SeriesTable {...percentiles(18)} />}
      >
        {legendOf(percentiles(18))}
        <LineChart {...percentiles(18)} />
      </ChartCard>
    </Example>
    <Example name="40 points, without markers" isWide>
      <LineChart {...percentiles(40)} label="Release duration of 40 days" />
    </Example>
  </>
);

const BarExamples = () => (
  <>
    <Example name="Bars" isWide>
      <BarChart {...throughput} />
    </Example>
    <Example name="Stacked bars" isWide>
      {legendOf(waiting)}
      <BarChart {...waiting} />
    </Example>
    <Example name="Values below zero">
      <BarChart {...variance} />
    </Example>
    <Example name="Shares of a sum" isWide>
      <ShareBar
        label="Waiting by category, in total"
        unit="seconds"
        parts={kinds.map((kind, nth) => ({ kind, label: kind, value: nth === 6 ? 0 : (nth + 1) * 3600 }))}
      />
    </Example>
    <Example name="Bar in a cell">
      <ValueBar share={0.4} />
    </Example>
  </>
);

const tile = {
  ...({
    title: 'On-time rate',
    formula,
    unit: 'ratio',
    to: '/releases',
    rowsText: '40 releases',
    isMoreBetter: true,
  } as const),
  trend: [0.4, 0.6, null, 0.5, 0.8],
} as const;

const TileExamples = () => (
  <>
    <Example name="Better than before">
      <NumberTile {...tile} value={0.8} previous={0.6} />
    </Example>
    <Example name="Worse than before">
      <NumberTile {...tile} title="Trouble rate" isMoreBetter={false} value={0.2} previous={0.1} />
    </Example>
    <Example name="Neither">
      <NumberTile {...tile} title="Duration" unit="seconds" isMoreBetter={null} value={4000} previous={4000} />
    </Example>
    <Example name="With a note">
      <NumberTile {...tile} title="Deployments per day" unit="perDay" value={0.6} previous={0.5} note={longText} />
    </Example>
    <Example name="Not enough data">
      <NumberTile
        {...tile}
        title={longText}
        value={null}
        previous={0.6}
        rowsText="3 releases"
        reason="p85 needs at least 7 rows"
      />
    </Example>
    <Example name="Loading">
      <NumberTile {...tile} title="Lead time" value={undefined} previous={undefined} rowsText="0 releases" />
    </Example>
  </>
);

const CardExamples = () => (
  <>
    <Example name="Loading">
      <ChartCard title="Loading" formula={formula} state="loading">
        {null}
      </ChartCard>
    </Example>
    <Example name="Empty">
      <ChartCard title="Empty" formula={formula} state="empty" rows={rows}>
        {null}
      </ChartCard>
    </Example>
    <Example name="Error">
      <ChartCard
        title="Failed"
        formula={formula}
        state="ready"
        refusal="the folder does not exist"
        retry={() => Promise.resolve()}
      >
        {null}
      </ChartCard>
    </Example>
    <Example name="Export fails">
      <ChartCard
        controls={<span>Controls</span>}
        title={longWord}
        formula={longText}
        state="ready"
        exportCsv={save}
        summary={<b>34 min</b>}
      >
        <BarChart {...throughput} label="Throughput in a narrow card" />
      </ChartCard>
    </Example>
    <Example name="As a table" isWide>
      <SeriesTable {...percentiles(6)} label="Release duration as a table" />
    </Example>
  </>
);

const heatDays = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ day: dayOf(index), to: '/releases', isBlackout: index % 31 === 20 },
    value: Math.max(0, Math.round(noise(index) * 12) - 3),
    title: `${dayOf(index)}: ${Math.max(0, Math.round(noise(index) * 12) - 3)} ended`,
  }));

const HeatExamples = () => (
  <>
    <Example name="14 weeks" isWide>
      <HeatMap label="Releases that ended" days={heatDays(98)} />
    </Example>
    <Example name="Without values">
      <HeatMap label="Releases that failed" days={heatDays(31).map((day) => ({ ...day, value: 0 }))} />
    </Example>
    <Example name="Matrix" isWide>
      <Matrix
        caption="Waits of folders and teams"
        corner="Waits"
        unit="seconds"
        rows={[
          { key: 'shop', title: 'Web shop', to: '/folders' },
          { key: 'cards', title: longText },
        ]}
        columns={[
          { key: 'qa', title: 'QA' },
          { key: 'ops', title: longWord },
        ]}
        cells={[
          { row: 'shop', column: 'qa', value: 86_400, note: '12 waits, p50 1 h' },
          { row: 'cards', column: 'qa', value: 3600, note: '2 waits, p50 30 min' },
          { row: 'cards', column: 'ops', value: 40_000, note: '4 waits, p50 2 h' },
        ]}
      />
    </Example>
  </>
);

/** The charts. */
export const charts: readonly ComponentStates[] = [
  { id: 'line-chart', title: 'Line chart', Examples: LineExamples },
  { id: 'bar-chart', title: 'Bar chart', Examples: BarExamples },
  { id: 'number-tile', title: 'Number tile', Examples: TileExamples },
  { id: 'chart-card', title: 'Chart card', Examples: CardExamples },
  { id: 'heat-map', title: 'Heat map and matrix', Examples: HeatExamples },
];
