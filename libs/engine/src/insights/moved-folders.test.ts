import { measures } from '@slipway/domain/insights';
import type { Release } from '@slipway/domain/model';
import { tasksOf } from '@slipway/domain/model';
import { deleteFolder, moveFolder } from '@slipway/persistence/folders';
import {
  type InsightSelection,
  readAggregateState,
  readWaitAggregates,
  sumAggregates,
  sumFacts,
} from '@slipway/persistence/insights';
import { archiveRelease } from '@slipway/persistence/maintenance';
import { everythingVisible } from '@slipway/persistence/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import {
  buildNextMonth,
  checkAggregates,
  moveFactsOfFolders,
  processEndedReleases,
  rebuildIfRequested,
} from './compute-facts.ts';

let environment: TestEnvironment;
const change = (text: string, ...values: readonly string[]) => environment.database.query({ text }, values);
const read = <Row extends object>(text: string) => environment.database.query<Row>({ text });
const zone = 'UTC';

beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());
beforeEach(async () => {
  for (const table of ['releases', 'tasks', 'waits', 'deployments', 'incidents', 'days', 'task_days', 'sketches'])
    await change(`delete from insight_${table}`);
  for (const table of ['insight_built_months', 'live_releases', 'archived_releases'])
    await change(`delete from ${table}`);
  await change(`delete from folders where id like 'Folder%'`);
  await change(`insert into folders (id, parent_id, title, path, scope_id) values
    ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
    ('FolderB', 'FolderA', 'B', '{Applications,FolderA,FolderB}', 'FolderA'),
    ('FolderC', 'Applications', 'C', '{Applications,FolderC}', 'FolderC')`);
});

async function completed(folderId: string): Promise<Release> {
  const { release } = await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }), { folderId });
  for (const { id: taskId } of tasksOf(release))
    await environment.engine().dispatch(release.id, {
      ...{ kind: 'command', caller: testUser, command: { type: 'completeTask', taskId } },
    });
  return release;
}

/** Computes the facts of all ended releases, as if they had ended 40 days ago, and the aggregates of their month. */
async function computeAll(): Promise<void> {
  await processEndedReleases(environment.database, zone);
  for (const table of ['insight_releases', 'insight_tasks', 'insight_waits'])
    await change(`update ${table} set ended_at = ended_at - interval '40 days'`);
  await change('update insight_state set rebuild_requested = true');
  while ((await rebuildIfRequested(environment.database, zone)) === 'working');
  await buildMonths();
}
async function buildMonths(): Promise<void> {
  while (await buildNextMonth(environment.database, zone));
}

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const selectionOf = (folderId: string, changes: Partial<InsightSelection> = {}): InsightSelection => ({
  ...{ from: today - 100 * dayMs, to: today + dayMs, visibility: everythingVisible },
  ...{ folderId, subfolders: true, templateIds: [], tags: [], owners: [] },
  ...changes,
});
/** Returns the number of releases by facts and by aggregates. */
async function countOf(selection: InsightSelection): Promise<readonly number[]> {
  const { database } = environment;
  const query = { selection, zone, interval: null, groupBy: null, measures, percentiles: [] } as const;
  const state = await readAggregateState(database, selection, zone);
  const results = [await sumFacts(database, query), await sumAggregates(database, query, state)];
  return results.map((rows) => rows.find(({ level }) => level === 'all')?.measures.completed ?? 0);
}
async function expectSameAggregates(): Promise<void> {
  await change(`update insight_state set checked_at = now() - interval '2 days'`);
  expect(await checkAggregates(environment.database)).toBe(0);
}

test('facts follow a moved folder', async () => {
  await completed('FolderB');
  await computeAll();
  const ofScope = (scope: string) => ({ visibility: { ...everythingVisible, scopes: [scope] } });
  expect(await countOf(selectionOf('FolderA', ofScope('FolderA')))).toEqual([1, 1]);
  await moveFolder(environment.database, 'FolderB', 'FolderC', { username: 'ann', address: null });
  expect(await countOf(selectionOf('FolderC', ofScope('FolderC')))).toEqual([1, 1]);
  expect(await countOf(selectionOf('FolderA'))).toEqual([0, 0]);
  expect(await countOf(selectionOf('FolderC', ofScope('FolderA')))).toEqual([0, 0]);
});

test('facts of archived and purged releases move to the parent of a deleted folder, in all aggregates', async () => {
  const { database } = environment;
  const [archived, purged, waiting] = [
    await completed('FolderB'),
    await completed('FolderB'),
    await completed('FolderC'),
  ];
  for (const { id } of [archived, purged]) await archiveRelease(database, id);
  await completed('FolderB');
  await processEndedReleases(database, zone);
  await change(
    `insert into insight_waits (release_id, ended_at, folder_id, source, awaited_release_id, awaited_folder_id,
      duration) select id, ended_at, folder_id, 'gate', $2, 'FolderB', 1000 from insight_releases where id = $1`,
    ...[waiting.id, archived.id],
  );
  await change(
    `insert into insight_deployments (id, release_id, folder_id, is_production, ended_at, failed_attempt, kind)
    values ('Deployment1', $1, 'FolderB', true, now(), false, 'normal')`,
    archived.id,
  );
  await change(
    `insert into insight_incidents (folder_id, id, deployment_id) values ('FolderB', 'Incident1', 'Deployment1')`,
  );
  await computeAll();
  await change('delete from archived_releases where id = $1', purged.id);
  expect(await countOf(selectionOf('FolderA'))).toEqual([3, 3]);

  await deleteFolder(database, 'FolderB');
  while (await moveFactsOfFolders(database));
  await processEndedReleases(database, zone);
  expect(await countOf(selectionOf('FolderA'))).toEqual([2, 2]);
  await expectSameAggregates();
  await buildMonths();
  expect(await countOf(selectionOf('FolderA'))).toEqual([2, 2]);
  await expectSameAggregates();
  const selection = selectionOf('FolderC');
  const query = { selection, zone, state: await readAggregateState(database, selection, zone) };
  const page = { rows: 'folder', columns: 'folder', limit: 10 } as const;
  expect(await readWaitAggregates(database, query, page)).toMatchObject([
    { waiting: 'FolderC', awaited: 'FolderA', n: 1 },
  ]);
  expect(
    await read(`select folder_id from insight_deployments union all select folder_id from insight_incidents
      union all select distinct folder_id from insight_tasks where release_id in (select id from archived_releases)`),
  ).toEqual([1, 2, 3].map(() => ({ folder_id: 'FolderA' })));
  expect(await read('select * from insight_moved_folders')).toEqual([]);
});
