import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { measureWork } from '../testing/measure-work.ts';
import type { EffectVisibility } from './affected.ts';
import { findAffectedByConfigurations, findAffectedByVariables } from './affected-by-references.ts';

const finished = 20_000;
const [running, tasksEach] = [100, 20];

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  const columns = `id, status, folder_id, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
    risk_score, total_risk_score, rest, variables, passive`;
  const release = `'Applications', 'Title', 'OK', 'OK', '{}', false, false, 0, 0, '{}'`;
  const values = `jsonb_build_array(jsonb_build_object('value', 'to \${ global.v }'),
    jsonb_build_object('value', 'Configuration/Custom/Configuration2'), jsonb_build_object('value', 'Configuration/Custom/Chat'))`;
  const task = 'release_id, phase_id, position, type, title, status, flag_status, passive, definition';
  const texts = `jsonb_build_object('properties', jsonb_build_object('text', 'a "Configuration2" in quotes', 'server',
      case when k % 2 = 0 then 'Configuration1' else 'Configuration/Custom/Chat' end)),
    jsonb_build_object('uses', jsonb_build_object('description', jsonb_build_array('global.v')))`;
  for (const text of [
    `insert into live_releases (${columns})
      select 'ReleaseDone' || i, 'COMPLETED', ${release}, ${values}, '{}' from generate_series(1, ${finished}) i`,
    `insert into live_releases (${columns})
      select 'Release' || i, 'PLANNED', ${release}, ${values}, '{}' from generate_series(1, ${running}) i`,
    `insert into live_tasks (id, ${task}) select 'TaskDone' || i, 'ReleaseDone' || i, 'P', 1, 'Task', 'T', 'COMPLETED', 'OK', ${texts}
      from generate_series(1, ${finished}) i, generate_series(1, 1) k`,
    `insert into live_tasks (id, ${task}) select 'Task' || i || 'n' || k, 'Release' || i, 'P', k, 'Task', 'T', 'PLANNED', 'OK', ${texts}
      from generate_series(1, ${running}) i, generate_series(1, ${tasksEach}) k`,
    'vacuum analyze live_releases, live_tasks',
  ])
    await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const all = { scopes: null, principals: [], permissions: [], username: 'admin' };
const visibility: EffectVisibility = { releases: all, triggers: all };
const global = { folderId: null };
const kinds = {
  variables: (connection: Connection, most?: number) =>
    findAffectedByVariables(connection, visibility, [{ key: 'global.v', ...global }], most),
  configurations: (connection: Connection, most?: number) =>
    findAffectedByConfigurations(connection, visibility, [{ id: 'Configuration1', title: 'Chat', ...global }], most),
};

test.each(Object.entries(kinds))(
  'finds the objects that use %s in one statement, with indexes of live rows',
  async (_, find) => {
    let statements = 0;
    const { indexes, sequentialScans, pages } = await measureWork(database, (connection) =>
      find({
        query: (...requested) => {
          statements += 1;
          return connection.query(...requested);
        },
      }),
    );
    expect(statements).toBe(1);
    expect([...new Set(indexes)]).toEqual(
      expect.arrayContaining(['live_releases_status_idx', 'live_tasks_release_id_idx']),
    );
    expect(sequentialScans.filter((table) => table.startsWith('live_'))).toEqual([]);
    expect(pages).toBeLessThan(20 * running * tasksEach);
  },
);

const counts = async (find: (typeof kinds)['variables'], most?: number) =>
  [...(await find(database, most)).values()].map(({ releaseCount, taskCount, tasks, isPartial }) => [
    ...[releaseCount, taskCount, tasks.length],
    isPartial,
  ]);

test.each(Object.entries(kinds))(
  'reads no tasks above the limit, and reports the incomplete result: %s',
  async (_, find) => {
    const everyVariable = running * tasksEach;
    expect(await counts(find)).toEqual([[running, everyVariable, 20, false]]);
    expect(await counts(find, everyVariable)).toEqual([[running, everyVariable, 20, false]]);
    expect(await counts(find, everyVariable - 1)).toEqual([[running, everyVariable - 1, 20, true]]);
    expect(await counts(find, 10)).toEqual([[10, 10, 10, true]]);
  },
);

test('reports an incomplete search even without a result', async () => {
  const unusedVariables = [{ key: 'unused', ...global }];
  const of = async (most: number) => [...(await findAffectedByVariables(database, visibility, unusedVariables, most))];
  expect(await of(running * tasksEach)).toEqual([]);
  expect(await of(1)).toMatchObject([[0, { releaseCount: 0, taskCount: 0, isPartial: true }]]);
});

test('finds a connection by its id after folder ids, but not in texts that quote the id', async () => {
  const requested = [{ id: 'Configuration2', title: 'Other', ...global }];
  const [found] = (await findAffectedByConfigurations(database, visibility, requested)).values();
  expect([found?.releaseCount, found?.taskCount]).toEqual([running, 0]);
});
