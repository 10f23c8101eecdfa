import { expect, test } from 'vitest';
import type { Tile } from '../data/responses.ts';
import { dashboardAddress, groupOptions, moveTile, queryOf, tileTitle } from './dashboard.ts';
import { formOf, tileOf } from './tile-form.ts';

const tile = (metric: string): Tile => ({ metric, chart: 'line', size: 'medium', days: 30 });

test('a tile moves inside its dashboard', () => {
  const moved = (index: number, by: number) =>
    moveTile(['a', 'b', 'c'].map(tile), index, by)
      .map(({ metric }) => metric)
      .join('');
  expect([moved(0, 1), moved(2, -1), moved(0, -1), moved(2, 1), moved(3, 1)]).toEqual([
    ...['bac', 'acb', 'abc', 'abc', 'abc'],
  ]);
});

test('a dashboard has an address, and a tile has a title', () => {
  expect(dashboardAddress('Dashboard1')).toBe('/insights/dashboards?dashboard=Dashboard1');
  expect([
    tileTitle(tile('release.throughput')),
    tileTitle({ ...tile('x'), title: 'Own' }),
    tileTitle(tile('release.unknown')),
  ]).toEqual(['Throughput', 'Own', 'release.unknown']);
});

test('the rows behind a tile have its period and its filter', () => {
  const filter = { folderId: 'Applications/Folder1', subfolders: false, applications: ['Shop'], tags: ['a'] };
  expect(queryOf({ ...tile('dora.recoveryTime'), filter }, '2026-05-31')).toEqual({
    ...{ period: 'range', first: '2026-05-02', last: '2026-05-31', tz: '', interval: 'auto', isWorkingTime: false },
    ...{ folder: 'Applications/Folder1', isFolderOnly: true, templates: [], tags: ['a'] },
    ...{ applications: ['Shop'], environments: null },
  });
});

test('a metric has the groups of releases or deployments, and owners only where persons are shown', () => {
  const groups = (metric: string, showsPersons: boolean) => groupOptions(metric, showsPersons).map(([group]) => group);
  expect(groups('dora.reworkRate', true)).toEqual(['folder', 'application', 'environment']);
  expect(groups('release.duration', false)).toEqual(['folder', 'template', 'tag']);
  expect(groups('waiting.people', true)).toEqual(['folder', 'template', 'tag', 'owner']);
});

test('the form of a tile returns the same tile', () => {
  const tiles: readonly Tile[] = [
    { ...tile('release.duration'), interval: 'week' },
    { ...tile('dora.changeFailRate'), chart: 'number', title: 'Shop', filter: { applications: ['Shop', 'Cards'] } },
    { ...tile('waiting.people'), chart: 'table', size: 'large', groupBy: 'template' },
    {
      ...{ ...tile('release.abortRate'), interval: 'month' },
      filter: { folderId: 'Folder1', subfolders: false, templateIds: ['Release1'], tags: ['a', 'b'], owners: ['ann'] },
    },
  ];
  expect(tiles.map((one) => tileOf(formOf(one)))).toEqual(tiles);
});

test('a tile has no filter and no group that its metric or chart does not have', () => {
  const form = { ...formOf(null), metric: 'dora.reworkRate', tags: 'a', applications: ' Shop,, Shop', title: ' ' };
  expect(tileOf({ ...form, chart: 'bar', groupBy: 'application' })).toEqual({
    ...{ metric: 'dora.reworkRate', chart: 'bar', size: 'medium', days: 90, interval: 'week' },
    filter: { applications: ['Shop'] },
  });
});
