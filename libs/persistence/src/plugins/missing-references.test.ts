import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { findScriptsWithoutAuthor } from '../forecast/consistency.ts';
import { measureWork } from '../testing/measure-work.ts';
import {
  findMissingConnections,
  findMissingTemplates,
  findPlaceholders,
  findUnknownTypes,
} from './missing-references.ts';

const plain = 40_000;
const ofPlugins = 4_000;

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000, idleTimeoutMs: 600_000 });
  const signed = '{"scriptType": "acme.Known", "scriptAuthors": {"task": "ann"}}';
  const created = '{"creation": {"templateId": "Releasethere"}}';
  const columns = 'id, release_id, phase_id, position, type, title, status, flag_status, definition, passive';
  const tasks = (name: string, count: number, type: string, definition: string, passive = '{}'): string =>
    `insert into live_tasks (${columns}) select '${name}' || i, 'Release' || i % 1000, 'Phase1', 0, '${type}', 'Task', 'PLANNED', 'OK',
      ${definition === '' ? 'null' : `'${definition}'`}, '${passive}' from generate_series(1, ${count}) i`;
  for (const text of [
    `insert into live_releases (id, status, folder_id, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
        risk_score, total_risk_score, rest, variables, passive)
      select id, 'TEMPLATE', 'Applications', title, 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}'
        from (select 'Release' || i as id, 'Title' as title from generate_series(0, 999) i
          union all values ('Releasethere', 'There')) r`,
    tasks('Taskplain', plain, 'Task', ''),
    tasks('Taskmine', ofPlugins, 'CustomScriptTask', signed),
    tasks('Taskgone', 2, 'gone.Run', '{"scriptAuthors": {"task": "ann"}}'),
    tasks('Taskkept', 2, 'Task', '', '{"properties": {"unknownType": {"type": "later.Run"}}}'),
    tasks('Taskcreate', ofPlugins, 'CreateReleaseTask', created),
    tasks('Taskorphan', 2, 'CreateReleaseTask', '{"creation": {"templateId": "Releasegone"}}'),
    tasks('Taskpath', 1, 'CreateReleaseTask', '{"creation": {"templateId": "There"}}'),
    tasks('Tasktwice', 1, 'CreateReleaseTask', '{"creation": {"templateId": "Title"}}'),
    tasks(
      'Taskold',
      2,
      'ScriptTask',
      '{"hasPrecondition": true, "scriptAuthors": {"precondition": "ann"}}',
      '{"properties": {"script": "x"}}',
    ),
    'vacuum analyze live_releases, live_tasks',
  ])
    await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const knownTypes = ['acme.Known', 'Task', 'ScriptTask', 'CreateReleaseTask'];

test('lists missing references with their total number', async () => {
  const types = await findUnknownTypes(database, knownTypes, 3);
  expect([types.count, types.first.map(({ id, reference }) => [id, reference])]).toEqual([
    4,
    [
      ['Taskgone1', 'gone.Run'],
      ['Taskkept1', 'later.Run'],
      ['Taskgone2', 'gone.Run'],
    ],
  ]);
  const templates = await findMissingTemplates(database, 10);
  expect(templates.first.map(({ id, reference }) => [id, reference])).toEqual([
    ['Taskorphan1', 'Releasegone'],
    ['Tasktwice1', 'Title'],
    ['Taskorphan2', 'Releasegone'],
  ]);
  const scripts = await findScriptsWithoutAuthor(database, 10);
  expect(scripts.first.map(({ taskId, purpose }) => [taskId, purpose])).toEqual([
    ['Taskold1', 'task'],
    ['Taskold2', 'task'],
  ]);
  expect(await findPlaceholders(database, ['later.Run'], '', 1)).toEqual([{ taskId: 'Taskkept1' }]);
});

test.each<[string, string, (connection: Connection) => Promise<unknown>]>([
  ['unknown types', 'live_tasks_of_plugins', (connection) => findUnknownTypes(connection, knownTypes, 200)],
  ['missing templates', 'live_tasks_from_templates', (connection) => findMissingTemplates(connection, 200)],
  [
    'missing connections',
    'live_tasks_of_plugins',
    (connection) =>
      findMissingConnections(connection, [{ type: 'gone.Run', name: 'server', referencedType: '' }], {}, 200),
  ],
  ['scripts without an author', 'live_tasks_unsigned', (connection) => findScriptsWithoutAuthor(connection, 200)],
  ['placeholders', 'live_tasks_of_plugins', (connection) => findPlaceholders(connection, ['later.Run'], '', 500)],
])('finds %s by an index, without reading all tasks', async (_, index, work) => {
  const { indexes, sequentialScans, pages } = await measureWork(database, work);
  expect(indexes).toContain(index);
  expect(sequentialScans).not.toContain('live_tasks');
  expect(pages).toBeLessThan(200);
});
