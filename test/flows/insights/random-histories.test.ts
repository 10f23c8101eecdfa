import {
  type EndedRelease,
  measures,
  type Percentiles,
  percentileValues,
  releaseFactsOf,
} from '@slipway/domain/insights';
import { type OpenDatabase, openDatabase } from '@slipway/persistence/database';
import {
  addEstimates,
  advanceRebuild,
  buildMonth,
  deleteFacts,
  type InsightSelection,
  insertFacts,
  readAggregateState,
  readDayRows,
  readTaskAggregates,
  readTaskRows,
  readWaitAggregates,
  readWaitRows,
  type SumsQuery,
  type SumsRow,
  sumAggregates,
  sumFacts,
} from '@slipway/persistence/insights';
import { everythingVisible } from '@slipway/persistence/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { pickLength, sampleCorpus, seed } from '../../harness/test-length.ts';
import { endedRelease } from './random-history.ts';
import {
  compareTaskPercentiles,
  compareWaitMedians,
  interpolated,
  isEstimateOf,
  rankedValue,
} from './random-percentiles.ts';

/** Facts and aggregates of random histories have the same numbers (insights.md). */
const histories = pickLength({ short: 200, long: 1_000 });
const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
/** the number of tables with aggregates of months */
const tableCount = 5;
const months = ['2026-02-01', '2026-03-01', '2026-04-01'];

let files: FreshDatabase;
let database: OpenDatabase;
let ended: readonly EndedRelease[];
const numbers = Array.from({ length: histories }, (_, index) => index);

async function insert(releases: readonly EndedRelease[]): Promise<void> {
  for (let first = 0; first < releases.length; first += 50)
    await database.transaction((connection) => insertFacts(connection, releases.slice(first, first + 50), zone));
}
const remove = (releases: readonly EndedRelease[]) =>
  database.transaction((connection) =>
    deleteFacts(
      connection,
      releases.map(({ release }) => release.id),
    ),
  );
const build = async (...selected: readonly string[]) => {
  for (const month of selected)
    for (let tables = 0; tables < tableCount; tables += 1)
      await database.transaction((connection) => buildMonth(connection, { month, tables }, zone));
};

beforeAll(async () => {
  files = await freshDatabase();
  database = openDatabase({ url: files.url });
  await database.query({
    text: `insert into folders (id, parent_id, title, path, scope_id) values
      ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
      ('FolderB', 'FolderA', 'B', '{Applications,FolderA,FolderB}', 'FolderB')`,
  });
  while (!(await advanceRebuild(database, zone, { isRequested: false, hasZone: false })));
  ended = numbers.map(endedRelease);
});
afterAll(async () => {
  await database.stop();
  await files.drop();
});

const everything: InsightSelection = {
  from: at('2026-02-01T00:00:00+01:00'),
  to: at('2026-06-01T00:00:00+02:00'),
  visibility: everythingVisible,
  folderId: null,
  subfolders: true,
  ...{ templateIds: [], tags: [], owners: [] },
};
const someWeeks = { from: at('2026-03-10T00:00:00+01:00'), to: at('2026-04-20T00:00:00+02:00') };
const allFolders = ['Applications', 'FolderA', 'FolderB'];
/** Selections, with the folders of their releases. */
const selections: readonly (readonly [InsightSelection, readonly string[]])[] = [
  [everything, allFolders],
  [{ ...everything, ...someWeeks }, allFolders],
  [{ ...everything, folderId: 'FolderA' }, ['FolderA', 'FolderB']],
  [{ ...everything, visibility: { ...everythingVisible, scopes: ['FolderB'] } }, ['FolderB']],
];

const sorted = <T>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const sumsOnly = (rows: readonly SumsRow[]) => sorted(rows.map(({ percentiles: _, ...row }) => row));

const queriesOf = (selection: InsightSelection): readonly SumsQuery[] =>
  ([null, 'day', 'week', 'month'] as const).flatMap((interval) =>
    ([null, 'folder', 'template'] as const).map((groupBy) => ({
      ...{ selection, zone, interval, groupBy, measures, percentiles: percentileValues },
    })),
  );

async function compareSums(selection: InsightSelection): Promise<void> {
  const state = await readAggregateState(database, selection, zone);
  expect(state.isUsable).toBe(true);
  for (const query of sampleCorpus(queriesOf(selection))) {
    const [facts, rows] = [await sumFacts(database, query), await sumAggregates(database, query, state)];
    expect(sumsOnly(rows)).toEqual(sumsOnly(facts));
    const estimates = await addEstimates(database, query, { rows, state });
    const known = (row: SumsRow) => [row.level, row.group, row.key, Object.keys(row.percentiles).toSorted()];
    expect(sorted(estimates.map(known))).toEqual(sorted(facts.map(known)));
  }
}

async function compareTasksAndWaits(selection: InsightSelection, folders: readonly string[]): Promise<void> {
  const query = { selection, zone, state: await readAggregateState(database, selection, zone) };
  for (const order of ['slowest', 'mostFailed'] as const) {
    const page = { order, limit: 100_000 };
    const [facts, aggregates] = [
      await readTaskRows(database, selection, page),
      await readTaskAggregates(database, query, page),
    ];
    const withoutPercentiles = (rows: typeof facts) => sorted(rows.map(({ percentiles: _, ...row }) => row));
    expect(withoutPercentiles(aggregates)).toEqual(withoutPercentiles(facts));
    await compareTaskPercentiles(database, { facts, aggregates, selection, folders });
  }
  for (const table of [
    ['folder', 'team'],
    ['team', 'team'],
    ['folder', 'folder'],
  ] as const) {
    const page = { rows: table[0], columns: table[1], limit: 1_000 };
    const [facts, aggregates] = [
      await readWaitRows(database, selection, page),
      await readWaitAggregates(database, query, page),
    ];
    const withoutMedian = (cells: typeof facts) => sorted(cells.map(({ p50: _, ...cell }) => cell));
    expect(withoutMedian(aggregates)).toEqual(withoutMedian(facts));
    await compareWaitMedians(database, table, { facts, aggregates, selection, folders });
  }
}

async function compareDays(selection: InsightSelection): Promise<void> {
  const state = await readAggregateState(database, selection, zone);
  const [facts, aggregates] = [
    await readDayRows(database, selection, { zone, state: null }),
    await readDayRows(database, selection, { zone, state }),
  ];
  expect(aggregates).toEqual(facts);
}

async function compareAll(): Promise<void> {
  for (const [selection, folders] of selections) {
    await compareSums(selection);
    await compareTasksAndWaits(selection, folders);
    await compareDays(selection);
  }
}

/** Compares percentiles of facts and sketches with their definition, and sums with the releases. */
async function comparePercentiles(releases: readonly EndedRelease[]): Promise<void> {
  const query: SumsQuery = {
    ...{ selection: everything, zone, interval: null, groupBy: null, measures, percentiles: ['duration', 'lead_time'] },
  };
  const state = await readAggregateState(database, everything, zone);
  const completed = releases.filter(({ release }) => release.status === 'COMPLETED').map(releaseFactsOf);
  const [exact] = await sumFacts(database, query);
  const rows = await sumAggregates(database, query, state);
  const [estimate] = await addEstimates(database, query, { rows, state });
  expect([exact?.measures.completed, exact?.measures.aborted]).toEqual([
    completed.length,
    releases.length - completed.length,
  ]);
  const shares: Readonly<Record<keyof Percentiles, number>> = { p50: 0.5, p85: 0.85, p95: 0.95 };
  for (const [value, of] of [
    ['duration', 'duration'],
    ['lead_time', 'leadTime'],
  ] as const) {
    const values = completed.flatMap((facts) => facts[of] ?? []).toSorted((a, b) => a - b);
    for (const name of ['p50', 'p85', 'p95'] as const) {
      expect(exact?.percentiles[value]?.[name]).toBeCloseTo(interpolated(values, shares[name]), 3);
      const ranked = rankedValue(values, shares[name]);
      expect(isEstimateOf(estimate?.percentiles[value]?.[name] ?? Number.NaN, ranked)).toBe(true);
    }
  }
}

describe(`${histories} random histories (seed ${seed})`, () => {
  test('have the same numbers in facts and aggregates of days', async () => {
    await insert(ended.filter((_, index) => index % 2 === 0));
    await compareAll();
  });

  test('and of months, some of which change afterwards', async () => {
    await build(...months);
    await compareAll();
    await insert(ended);
    const state = await readAggregateState(database, everything, zone);
    expect(state.built).not.toContain('2026-03-01');
    await compareAll();
    await build('2026-03-01');
    await compareAll();
    await build(...months);
    await compareAll();
    await comparePercentiles(ended);
  });

  test('and after some were deleted or changed', async () => {
    const [deleted, changed] = [
      ended.filter((_, index) => index % 5 === 0),
      ended.filter((_, index) => index % 5 === 1),
    ];
    await remove(deleted);
    await compareAll();
    await remove(changed);
    await insert(changed.map((each) => ({ ...each, release: { ...each.release, folderId: 'FolderA' } })));
    await compareAll();
    await build(...months);
    await compareAll();
    await comparePercentiles(ended.filter((each) => !deleted.includes(each)));
  });
});
