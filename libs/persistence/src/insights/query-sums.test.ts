import { type Measure, measures, percentileValues } from '@slipway/domain/insights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everythingVisible } from '../people/visibility-filter.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { buildMonth } from './months/build.ts';
import { readAggregateState } from './months/parts.ts';
import { addEstimates, addExactPercentiles, countAggregates, sumAggregates } from './months/sums.ts';
import { monthTables } from './months/tables.ts';
import { type Grouping, type Interval, readBuckets, type SumsQuery, sumFacts } from './query-sums.ts';
import { advanceRebuild } from './rebuild/rebuild.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const selection = {
  from: at('2026-03-01T00:00:00+01:00'),
  to: at('2026-05-01T00:00:00+02:00'),
  visibility: everythingVisible,
  folderId: null,
  subfolders: true,
  ...{ templateIds: [], tags: [], owners: [] },
};
const queryOf = (changes: Partial<SumsQuery> = {}): SumsQuery => ({
  ...{ selection, zone, interval: null, groupBy: null, measures, percentiles: percentileValues },
  ...changes,
});

/** Releases with pseudo-random numbers over two months, in three folders and with tags, and some exact durations. */
const seed = `
  insert into folders (id, parent_id, title, path, scope_id) values
    ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
    ('FolderB', 'FolderA', 'B', '{Applications,FolderA,FolderB}', 'FolderB');
  insert into insight_releases (id, ended_at, day, folder_id, template_id, title, status, tags, owner, created_at, started_at,
      due_at, planned, duration, time_to_start, lead_time, machine, people, dependency, capacity, schedule, failed, paused,
      other, union_machine, union_people, union_dependency, union_capacity, union_schedule, union_failed, tasks, automated,
      failures, has_failed, restarts, max_risk)
    select 'Release' || n, ended, (ended at time zone 'Europe/Berlin')::date,
      (array['Applications', 'FolderA', 'FolderB'])[1 + n % 3], (array['Template1', 'Template2', null])[1 + n % 7 % 3],
      'Release ' || n, case when n % 11 = 0 then 'ABORTED' else 'COMPLETED' end,
      (array['{}', '{a}', '{a,b}']::text[])[1 + n % 3]::text[], 'Ann', started - interval '1 hour', started,
      case when n % 2 = 0 then ended + (n % 5 - 2) * interval '1 day' end, case when n % 4 < 2 then 60000 * (1 + n % 9) end,
      dur, 3600000, dur + 3600000, case when n % 13 > 0 then dur / 2 end, case when n % 13 > 0 then dur - dur / 2 end,
      0, 0, 0, 0, 0, 0, dur / 2, dur, 0, 0, 0, 0, n % 17, n % 6, n % 3, n % 3 > 0, 0, 0
    from generate_series(1, 400) n,
      lateral (select (1 + (n::bigint * 7919) % 100000) * 1000 as dur) d,
      lateral (select timestamptz '2026-02-27T00:00:00Z' + (n::bigint * 104729 % 95) * interval '16 hours 20 minutes' as ended) e,
      lateral (select ended - dur * interval '1 millisecond' as started) s`;
beforeAll(async () => {
  for (const text of seed.split(';\n')) await database.query({ text });
  while (!(await advanceRebuild(database, zone, { isRequested: false, hasZone: false })));
  // Queries read March from the aggregates of months, and April from those of days.
  for (const tables of monthTables.keys()) await buildMonth(database, { month: '2026-03-01', tables }, zone);
});

/** Compares a row of facts with one of aggregates: equal sums, and percentiles within 1 %. */
const sorted = (rows: Awaited<ReturnType<typeof sumFacts>>) =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const rounded = (rows: Awaited<ReturnType<typeof sumFacts>>) =>
  rows.map(({ percentiles: _, ...row }) => row).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const intervals: readonly (Interval | null)[] = [null, 'day', 'week', 'month'];
const groupings: readonly (Grouping | null)[] = [null, 'folder', 'template'];
describe.each(intervals)('by %s', (interval) => {
  test.each(groupings)('and by %s, facts and aggregates have the same numbers', async (groupBy) => {
    const query = queryOf({ interval, groupBy });
    const state = await readAggregateState(database, selection, zone);
    expect([state.isUsable, state.built]).toEqual([true, ['2026-03-01']]);
    const [facts, rows] = [await sumFacts(database, query), await sumAggregates(database, query, state)];
    expect(sorted(await addExactPercentiles(database, query, rows))).toEqual(sorted(facts));
    const aggregates = await addEstimates(database, query, { rows, state });
    expect(rounded(aggregates)).toEqual(rounded(facts));
    const [exact] = facts.filter(({ level }) => level === 'all');
    const [estimate] = aggregates.filter(({ level }) => level === 'all');
    for (const name of ['duration', 'lead_time', 'time_to_start'] as const) {
      const [value, estimated] = [exact?.percentiles[name]?.p85 ?? 0, estimate?.percentiles[name]?.p85 ?? 0];
      expect(Math.abs(estimated / value - 1)).toBeLessThan(0.02);
    }
  });
});

test('the selection restricts folders, templates, tags and owners', async () => {
  const completed = async (changes: Partial<SumsQuery['selection']>) => {
    const rows = await sumFacts(
      database,
      queryOf({ selection: { ...selection, ...changes }, measures: ['completed', 'aborted'], percentiles: [] }),
    );
    const [all] = rows.filter(({ level }) => level === 'all');
    return (all?.measures.completed ?? 0) + (all?.measures.aborted ?? 0);
  };
  const total = await completed({});
  const ofRoot = await completed({ folderId: 'Applications', subfolders: false });
  const ofA = await completed({ folderId: 'FolderA' });
  expect(ofRoot + ofA).toBe(total);
  expect(
    (await completed({ folderId: 'FolderA', subfolders: false })) + (await completed({ folderId: 'FolderB' })),
  ).toBe(ofA);
  expect(await completed({ tags: ['a', 'b'] })).toBe(ofA);
  expect(await completed({ tags: ['b'] })).toBe(await completed({ folderId: 'FolderB' }));
  expect(await completed({ owners: ['ann'] })).toBe(total);
  expect(await completed({ owners: ['bob'] })).toBe(0);
  expect(await completed({ visibility: { ...everythingVisible, username: 'ann', scopes: [] } })).toBe(0);
  expect(await completed({ visibility: { ...everythingVisible, scopes: ['FolderB'] } })).toBe(
    await completed({ folderId: 'FolderB' }),
  );
  const state = await readAggregateState(database, selection, zone);
  expect(await countAggregates(database, { selection, zone, state }, ['completed', 'aborted'])).toBe(total);
});

test('a release counts in each of its tags, and once in the total', async () => {
  const rows = await sumFacts(database, queryOf({ groupBy: 'tag', measures: ['completed'], percentiles: [] }));
  const of = (level: string, group: string | null) =>
    rows.find((row) => row.level === level && row.group === group)?.measures.completed ?? 0;
  const [a, b, all] = [of('group', 'a'), of('group', 'b'), of('all', null)];
  expect(a).toBeGreaterThan(b);
  expect(a + b).toBeGreaterThan(all - b);
  expect(
    rows
      .filter(({ level }) => level === 'group')
      .map(({ group }) => group)
      .toSorted(),
  ).toEqual(['a', 'b']);
});

test('percentiles interpolate linearly', async () => {
  await database.query({
    text: `update insight_releases set ended_at = '2020-01-01T00:00:00Z', duration = (array[10, 20, 30, 40])[substr(id, 8)::int],
      status = 'COMPLETED' where id in ('Release1', 'Release2', 'Release3', 'Release4')`,
  });
  const period = { from: at('2020-01-01T00:00:00Z'), to: at('2020-01-02T00:00:00Z') };
  const rows = await sumFacts(
    database,
    queryOf({
      selection: { ...selection, ...period },
      percentiles: ['duration'],
      measures: ['duration_n', 'duration_sum'],
    }),
  );
  expect(rows.find(({ level }) => level === 'all')).toEqual({
    ...{ level: 'all', group: null, key: null },
    measures: { duration_n: 4, duration_sum: 100 } satisfies Partial<Record<Measure, number>>,
    percentiles: { duration: { p50: 25, p85: 35.5, p95: 38.5 } },
  });
});

test('buckets are local days, ISO weeks and months without gaps', async () => {
  const days = await readBuckets(
    database,
    { from: at('2026-03-28T12:00:00+01:00'), to: at('2026-03-31T00:00:00+02:00') },
    zone,
    'day',
  );
  expect(days.map(({ from, to, days }) => [(to - from) / 3_600_000, days])).toEqual([
    [12, 0.5],
    [23, 1],
    [24, 1],
  ]);
  const weeks = await readBuckets(
    database,
    { from: at('2026-12-30T00:00:00Z'), to: at('2027-01-12T00:00:00Z') },
    'UTC',
    'week',
  );
  expect(weeks.map(({ key }) => new Date(key).toISOString().slice(0, 10))).toEqual([
    '2026-12-28',
    '2027-01-04',
    '2027-01-11',
  ]);
  const october = { from: at('2026-10-01T00:00:00+02:00'), to: at('2026-11-01T00:00:00+01:00') };
  expect((await readBuckets(database, october, zone, 'month')).map(({ days }) => days)).toEqual([31]);
  expect(await readBuckets(database, october, zone, null)).toEqual([{ key: october.from, ...october, days: 31 }]);
});
