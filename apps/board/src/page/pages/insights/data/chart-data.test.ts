import { expect, test } from 'vitest';
import { hasRows, mainValue, metricPlot, totalOf, waitingParts, waitingPlot } from './chart-data.ts';
import { categories, isMetric, metricText, missingReason } from './metrics.ts';
import type { InsightsResponse } from './responses.ts';
import { bucketLabel, bucketTitle, periodText } from './time-labels.ts';
import { filterOf, insightsUrl, pageUrl, rowsAddress } from './url-state.ts';
import { waitMatrix } from './wait-matrix.ts';

const bucket = { from: '2026-05-01T00:00:00Z', to: '2026-05-08T00:00:00Z' };
const second = { from: '2026-05-08T00:00:00Z', to: '2026-05-15T00:00:00Z' };
const points = [
  { ...bucket, n: 12, value: 361, p50: 300, p85: 400 },
  { ...second, n: 0 },
];

const response: InsightsResponse = {
  ...{ asOf: '2026-05-15T00:00:00Z', lagSeconds: 0, tz: 'UTC', exact: true, truncated: false },
  backfill: { state: 'done', done: 1, total: 1, oldest: '2026-01-01T00:00:00Z' },
  series: [
    { metric: 'release.duration', group: { id: 'Folder1', title: 'Shop' }, points: [] },
    { metric: 'release.duration', points },
    { metric: 'release.throughput', points: points.map((point) => ({ ...point, value: point.n })) },
    ...categories.map((category, index) => ({
      metric: `waiting.${category}`,
      points: [{ ...bucket, n: 3, value: index * 60 }],
    })),
  ],
  total: [{ metric: 'release.duration', ...bucket, n: 12, value: 361, p50: 300 }],
};
const context = {
  ...({ interval: 'week', tz: 'UTC' } as const),
  urlFor: (metric: string, { from }: { readonly from: string }) => `${metric} ${from}`,
};

test('a metric with percentiles has three lines, and a note where one of them is unknown', () => {
  const plot = metricPlot(response, 'release.duration', context, 'p50');
  expect(plot).toEqual({
    ...{ label: 'Release duration', unit: 'seconds' },
    points: [
      {
        ...{ label: 'May 1', title: 'Week of May 1, 2026', n: 12, note: 'p95 needs at least 20 rows' },
        to: 'release.duration 2026-05-01T00:00:00Z',
      },
      {
        ...{ label: 'May 8', title: 'Week of May 8, 2026', n: 0, note: undefined },
        to: 'release.duration 2026-05-08T00:00:00Z',
      },
    ],
    series: [
      { kind: 'p50', label: 'p50', values: [300, null] },
      { kind: 'p85', label: 'p85', values: [400, null] },
      { kind: 'p95', label: 'p95', values: [null, null] },
    ],
  });
  expect(hasRows(plot)).toBe(true);
  expect(mainValue('release.duration', totalOf(response, 'release.duration'))).toBe(300);
});

test('another metric has one series, and categories are stacked in their order', () => {
  expect(metricPlot(response, 'release.throughput', context, 'single').series).toEqual([
    { kind: 'single', label: 'Throughput', values: [12, 0] },
  ]);
  const waiting = waitingPlot(response, context);
  expect(waiting.series.map(({ kind, values }) => [kind, ...values])).toEqual(
    categories.map((category, index) => [category, index * 60]),
  );
  expect(waitingParts(response)[0]).toEqual({ kind: 'machine', label: 'Machine', value: null });
  expect(metricPlot(response, 'release.abortRate', context, 'p50').points).toEqual([]);
});

test('each metric has a name and a formula, and a percentile has the reason why it is unknown', () => {
  expect([isMetric('release.duration'), isMetric('toString'), isMetric('')]).toEqual([true, false, false]);
  expect(metricText('release.onTimeRate').formula).toBe(
    'Releases that ended at or before their due date ÷ ended releases with a due date.',
  );
  expect([missingReason('p85', 6), missingReason('p85', 7), missingReason('p95', 0)]).toEqual([
    'p85 needs at least 7 rows',
    undefined,
    undefined,
  ]);
});

test('buckets have short and full labels in the time zone', () => {
  const start = { from: '2026-04-30T22:00:00Z', to: '2026-05-31T22:00:00Z' };
  expect(bucketLabel(start, 'month', 'Europe/Berlin')).toBe('May');
  expect(bucketTitle(start, 'month', 'Europe/Berlin')).toBe('May 2026');
  expect(bucketTitle(start, 'day', 'Europe/Berlin')).toBe('Fri, May 1, 2026');
  expect(periodText(start, 'Europe/Berlin')).toBe('May 1, 2026 – May 31, 2026');
  expect(periodText({ from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' }, 'UTC')).toBe('May 1, 2026');
});

test('the address of a point has the filters of the view, its metric and its bucket', () => {
  const query = insightsUrl.parse(
    new URLSearchParams('period=30d&folder=Applications/Folder1&tag=a,b&tag=c&interval=day'),
  );
  expect(pageUrl('overview', query)).toBe(
    '/insights?period=30d&folder=Applications%2FFolder1&tag=a%2Cb&tag=c&interval=day',
  );
  const filters = 'period=30d&folder=Applications%2FFolder1&tag=a%2Cb&tag=c';
  const range = 'start=2026-05-01T00%3A00%3A00.000Z&end=2026-05-08T00%3A00%3A00.000Z';
  const point = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z' };
  expect(rowsAddress(query, { metric: 'release.duration', point })).toBe(
    `/insights/releases?${filters}&metric=release.duration&${range}`,
  );
  expect(filterOf(query, 'release')).toEqual({
    folderId: 'Applications/Folder1',
    subfolders: true,
    tags: ['a,b', 'c'],
  });
  const other = insightsUrl.parse(new URLSearchParams('template=Release1&application=Shop&environment='));
  expect([filterOf(other, 'release'), filterOf(other, 'deployment')]).toEqual([
    { templateIds: ['Release1'] },
    { applications: ['Shop'] },
  ]);
  expect(rowsAddress(other, { metric: 'dora.recoveryTime', point })).toBe(
    `/insights/deployments?template=Release1&application=Shop&${range}&show=recovered`,
  );
  const lead = (variant?: 'commits' | 'releases') => rowsAddress(other, { metric: 'dora.changeLeadTime', variant });
  expect(
    [lead('commits'), lead('releases'), lead()].map((url) => new URLSearchParams(url.split('?')[1]).get('show')),
  ).toEqual(['withCommits', 'withLeadTime', null]);
});

test('a matrix adds the sources of a pair, and has the longest waits first', () => {
  const shop = { kind: 'folder', id: 'Applications/Folder1', title: 'Shop' } as const;
  const cards = { kind: 'folder', id: 'Applications/Folder2' } as const;
  const team = (id: string) => ({ kind: 'team', id, title: id }) as const;
  const cell = { n: 2, p50: 60, source: 'gate' } as const;
  const matrix = waitMatrix(
    [
      { ...cell, waiting: shop, awaited: team('QA'), seconds: 60 },
      { ...cell, waiting: shop, awaited: team('QA'), seconds: 120, source: 'task' },
      { ...cell, waiting: cards, awaited: { kind: 'team' }, seconds: 600 },
      { ...cell, waiting: cards, awaited: team('Ops'), seconds: 1 },
    ],
    2,
  );
  expect(matrix.columns.map(({ title }) => title)).toEqual(['No team', 'QA']);
  expect(matrix.rows).toEqual([
    { key: 'folder Applications/Folder2', title: 'Folder2', to: '/folders/Folder2' },
    { key: 'folder Applications/Folder1', title: 'Shop', to: '/folders/Folder1' },
  ]);
  expect(matrix.cells.map(({ value, note }) => [value, note.replaceAll('\u00a0', ' ')])).toEqual([
    [180, '3 min in 4 waits'],
    [600, '10 min in 2 waits'],
  ]);
});
