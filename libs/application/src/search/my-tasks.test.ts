import { createEngine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { renderMyTasks } from './my-tasks.ts';

let fresh: FreshDatabase;
let database: Database;
let statements: string[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  const opened = openDatabase({ url: fresh.url });
  database = {
    ...opened,
    query: (statement, values) => {
      statements.push('name' in statement ? String(statement.name) : statement.text);
      return opened.query(statement, values);
    },
  };
  for (const text of [
    `insert into users (username) values ('ann')`,
    `insert into folders (id, parent_id, title, path, scope_id) values ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA')`,
    `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
        risk_score, total_risk_score, rest, variables, passive)
      select 'Release' || n, (array['FolderA', 'Applications'])[1 + n % 2], 'IN_PROGRESS', 'Release ' || n, 'OK', 'OK', '{}', false,
        false, 0, 0, '{}', '[]', '{}' from generate_series(1, 40) n`,
    `insert into phases (id, release_id, position, title, status, flag_status, color, overdue_notified, passive)
      select 'Phase' || n, 'Release' || n, 0, 'Build', 'IN_PROGRESS', 'OK', '', false, '{}' from generate_series(1, 40) n`,
    `insert into tasks (id, release_id, phase_id, position, type, title, status, owner, flag_status, passive)
      select 'Task' || n, 'Release' || n, 'Phase' || n, 0, 'Task', 'Task ' || n, 'IN_PROGRESS', 'ann', 'OK', '{}'
      from generate_series(1, 40) n`,
  ])
    await opened.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const page = { filter: { whose: null, text: null }, after: null, limit: 100 } as const;

test('a page runs one statement independent of its number of tasks, and one more at first for top-level releases', async () => {
  const { access } = createEngine({ database, seal: createSeal('a secret for tests') });
  const ann = await access.byName('ann');
  statements = [];
  const first = await renderMyTasks({ database, typePrefix: 'rel' }, ann, page);
  expect([first.count, first.tasks.length, statements]).toEqual([40, 40, ['my-tasks', 'teams-of-somebody-in-scopes']]);
  statements = [];
  await renderMyTasks({ database, typePrefix: 'rel' }, ann, page);
  expect(statements).toEqual(['my-tasks']);
});
