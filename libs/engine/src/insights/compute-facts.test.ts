import type { Release } from '@slipway/domain/model';
import { tasksOf } from '@slipway/domain/model';
import { archiveRelease } from '@slipway/persistence/maintenance';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import {
  backfillFacts,
  buildNextMonth,
  checkAggregates,
  isFactsWorkDue,
  processEndedReleases,
  readFactsProgress,
  rebuildIfRequested,
} from './compute-facts.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const tables = ['insight_releases', 'insight_tasks', 'insight_waits', 'insight_pending'];
const aggregates = ['insight_days', 'insight_task_days', 'insight_sketches'];
const ofMonths = ['built_months', 'months', 'month_tasks'].map((name) => `insight_${name}`);
beforeEach(async () => {
  for (const table of [...tables, ...aggregates, ...ofMonths, 'live_releases', 'archived_releases'])
    await change(`delete from ${table}`);
});

const change = (text: string, ...values: readonly string[]) => environment.database.query({ text }, values);
const read = <Row extends object>(text: string) => environment.database.query<Row>({ text });
const process = () => processEndedReleases(environment.database, 'UTC');
const rowCounts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = await read<{ count: number }>(`select count(*)::int as count from ${table}`);
        return [table, row?.count] as const;
      }),
    ),
  );
/** The rows of the aggregates without the rows that have become zero. */
const aggregateRows = async () => {
  await change('delete from insight_days where completed + aborted = 0');
  await change('delete from insight_task_days where runs = 0');
  await change('delete from insight_sketches where n = 0');
  return await Promise.all(
    aggregates.map((table) => read(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)),
  );
};

const draft = plan({ Build: ['compile', { title: 'wait', type: 'GateTask', conditions: [] }] });
const complete = async (release: Release) => {
  for (const { id: taskId } of tasksOf(release))
    await environment.engine().dispatch(release.id, {
      kind: 'command',
      caller: testUser,
      command: { type: 'completeTask', taskId },
    });
};
async function completed(): Promise<Release> {
  const { release } = await createStartedRelease(environment.engine(), draft);
  await complete(release);
  return release;
}

async function rebuild(zone: string): Promise<void> {
  while ((await rebuildIfRequested(environment.database, zone)) === 'working');
}

test('the end of a release adds its facts once, live or archived', async () => {
  const first = await completed();
  const second = await completed();
  await archiveRelease(environment.database, second.id);
  expect(await rowCounts()).toMatchObject({ insight_releases: 0, insight_pending: 2 });
  const { added, hasMore } = await process();
  expect([added.map(({ release }) => release.id).toSorted(), hasMore]).toEqual([
    [first.id, second.id].toSorted(),
    false,
  ]);
  expect(await process()).toEqual({ added: [], deployments: [], hasMore: false });
  expect(await rowCounts()).toMatchObject({ insight_releases: 2, insight_tasks: 4, insight_pending: 0 });
  const rows = await read(`select status, tasks, automated, failures, has_failed, restarts, title,
      machine + people + dependency + capacity + schedule + failed + paused + other = duration as sums,
      created_at <= started_at + interval '1 second' as created from insight_releases`);
  const expected = { status: 'COMPLETED', tasks: 2, automated: 0, failures: 0, has_failed: false, restarts: 0 };
  expect(rows).toEqual([1, 2].map(() => ({ ...expected, title: 'Release', sums: true, created: true })));
  expect(await read('select sum(completed)::int as completed, sum(tasks)::int as tasks from insight_days')).toEqual([
    { completed: 2, tasks: 4 },
  ]);
});

test('concurrent rounds add each release once', async () => {
  for (let count = 0; count < 4; count += 1) await completed();
  const rounds = await Promise.all([1, 2, 3].map(process));
  expect(rounds.flatMap(({ added }) => added)).toHaveLength(4);
  expect(await read('select sum(completed)::int as completed from insight_days')).toEqual([{ completed: 4 }]);
});

test('workflows, tutorials and releases that are not archived are in no report', async () => {
  for (const passive of ['{"kind": "WORKFLOW"}', '{"tutorial": true}', '{"archiveRelease": false}']) {
    const { id } = await completed();
    await change('update live_releases set passive = $2 where id = $1', id, passive);
  }
  expect((await process()).added).toEqual([]);
  expect(await rowCounts()).toMatchObject({ insight_releases: 0, insight_pending: 0 });
});

test('a deleted release is subtracted from all aggregates', async () => {
  await completed();
  await process();
  const before = await aggregateRows();
  const late = await completed();
  await process();
  expect(await aggregateRows()).not.toEqual(before);
  await environment.engine().deleteRelease(late.id, testUser);
  await process();
  expect(await aggregateRows()).toEqual(before);
  expect(await rowCounts()).toMatchObject({ insight_releases: 1, insight_tasks: 2 });
});

test('releases that ended before the upgrade are added newest first, without categories', async () => {
  const ended = [await completed(), await completed(), await completed()];
  for (const [index, { id }] of ended.entries())
    await change(
      `update live_releases set end_date = now() - $2::int * interval '1 day', start_date = now() - interval '9 days'
        where id = $1`,
      id,
      `${index + 1}`,
    );
  await change('delete from insight_pending');
  await change(`update insight_state set recording_since = now() - interval '1 hour', backfill_finished = false,
    backfill_end = now() - interval '1 hour', backfill_id = '', backfill_done = 0, backfill_total = null`);
  const lost = await completed();
  await change('delete from insight_pending');
  expect(await backfillFacts(environment.database, 'UTC')).toBe(false);
  const [newest] = ended;
  const oldest = ended.at(-1)!;
  expect(
    await read('select id, machine, duration is not null as known from insight_releases order by ended_at'),
  ).toEqual(ended.toReversed().map(({ id }) => ({ id, machine: null, known: true })));
  expect(newest).not.toBe(oldest);
  const { backfill } = await readFactsProgress(environment.database);
  expect(backfill).toMatchObject({ backfillFinished: true, backfillDone: 3, backfillTotal: 3 });
  expect((await process()).added.map(({ release }) => release.id)).toEqual([lost.id]);
  expect(await backfillFacts(environment.database, 'UTC')).toBe(false);
});

test('a rebuild computes the same aggregates, and a check finds changed ones', async () => {
  const { database } = environment;
  await rebuild('UTC');
  for (let count = 0; count < 3; count += 1) await completed();
  await process();
  const before = await aggregateRows();
  expect(await rebuildIfRequested(database, 'UTC')).toBe('idle');
  await change('update insight_state set backfill_finished = true');
  expect([await isFactsWorkDue(database, 'UTC'), await isFactsWorkDue(database, 'Asia/Tokyo')]).toEqual([false, true]);
  await change('update insight_state set rebuild_requested = true');
  await rebuild('UTC');
  expect(await aggregateRows()).toEqual(before);
  await rebuild('Pacific/Kiritimati');
  await rebuild('UTC');
  expect(await aggregateRows()).toEqual(before);

  expect(await checkAggregates(database)).toBeNull();
  const overdue = () => change(`update insight_state set checked_at = now() - interval '2 days'`);
  await overdue();
  expect(await isFactsWorkDue(database, 'UTC')).toBe(true);
  expect(await checkAggregates(database)).toBe(0);
  await overdue();
  await change('update insight_sketches set n = n + 1');
  expect(await checkAggregates(database)).toBe(1);
  expect((await readFactsProgress(database)).mismatches).toBe(1);
});

test('a month that is over gets aggregates once, and again after a change of its releases', async () => {
  const { database } = environment;
  await rebuild('UTC');
  for (let count = 0; count < 3; count += 1) await completed();
  await process();
  expect(await buildNextMonth(database, 'UTC')).toBe(false);
  for (const table of ['insight_releases', 'insight_tasks', 'insight_waits'])
    await change(`update ${table} set ended_at = ended_at - interval '40 days'`);
  await change('update insight_state set rebuild_requested = true');
  await rebuild('UTC');
  const built = () => read<{ month: string }>('select month::text as month from insight_built_months order by 1');
  const buildAll = async () => {
    while (await buildNextMonth(database, 'UTC'));
  };
  await buildAll();
  const months = await built();
  expect(months.length).toBeGreaterThan(0);
  expect(await read('select sum(completed)::int as completed from insight_months')).toEqual([{ completed: 3 }]);

  const [{ id } = { id: '' }] = await read<{ id: string }>('select id from insight_releases limit 1');
  await environment.engine().deleteRelease(id, testUser);
  await process();
  expect((await built()).length).toBe(months.length - 1);
  await buildAll();
  expect(await built()).toEqual(months);
  expect(await read('select sum(completed)::int as completed from insight_months')).toEqual([{ completed: 2 }]);

  await change('update insight_months set completed = 0');
  await change(`update insight_state set checked_at = now() - interval '2 days'`);
  const wrong = await checkAggregates(database);
  // The check chooses one month, which can be one without releases.
  expect(wrong).toBeLessThanOrEqual(1);
  expect((await built()).length).toBe(months.length - (wrong ?? 0));
});
