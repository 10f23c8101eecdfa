import type { Database } from '@slipway/persistence/database';
import { createFolder } from '@slipway/persistence/folders';
import { addUser, bumpAccessVersion } from '@slipway/persistence/people';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger, listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { addTrigger, changeTrigger, switchTriggers } from './change-trigger.ts';

let environment: TestEnvironment;
let engine: Engine;
let templateId: string;
/** the names of the statements in transactions */
const statementNames: string[] = [];
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  environment = await openTestEnvironment();
  const { database } = environment;
  const recordingDatabase: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction((connection) => {
        const query: typeof connection.query = (statement, values) => {
          statementNames.push('name' in statement ? String(statement.name) : statement.text);
          return connection.query(statement, values);
        };
        return work({ ...connection, query });
      }, mode),
  };
  engine = createEngine({ database: recordingDatabase, seal });
  await createFolder(database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderFresh' });
  await run(`update folders set scope_id = id where id = 'FolderA'`);
  await run(`insert into teams (id, scope_id, name, permissions, position)
    values ('TeamA', 'FolderA', 'Makers', '{template#create_release}', 0)`);
  const { release } = await engine.createTemplate(plan({ Build: ['compile'] }), 'FolderA', testUser);
  templateId = release.id;
});
afterAll(() => environment.close());

const run = <T extends object>(text: string) => environment.database.query<T>({ text });
const changed = async (text: string) => {
  await run(text);
  await bumpAccessVersion(environment.database);
};
beforeEach(async () => {
  await run(`delete from users where username in ('ann', 'bob')`);
  for (const username of ['ann', 'bob'])
    await addUser(environment.database, { username, passwordHash: null, fullName: null, email: null });
  await changed(`insert into team_members (team_id, principal, name, position)
    values ('TeamA', 'user:ann', 'ann', 0) on conflict do nothing`);
});

const store = () => ({ database: environment.database, seal });
const add = (author: string | null) =>
  addTrigger(
    store(),
    { id: null, title: 'Hourly', folderId: 'FolderA', periodicity: '3600', templateId, enabled: true },
    author,
  );
/** Fires a trigger automatically. Returns its run history. */
async function firing(id: string): Promise<readonly unknown[]> {
  await run(`update triggers set next_fire_at = now() where id = '${id}'`);
  statementNames.length = 0;
  await engine.fireTrigger(id);
  const [line] = await listRuns(environment.database, id, { limit: 1, offset: 0 });
  return [line?.outcome, line?.reason ?? null, line?.username];
}
const made = ['created', null, 'SYSTEM'];
const mayCreate = (name: string, why: string) => ['refused', `the author of the trigger, '${name}', ${why}`, 'SYSTEM'];
const unseen = (name: string) => mayCreate(name, `cannot create its release: there is no template '${templateId}'`);
const authorship = async (id: string) => {
  const [line] = await listRuns(environment.database, id, { limit: 1, offset: 0 });
  const [row] = await run<{ readonly authorship: object }>(
    `select rest -> 'authorship' as authorship from live_releases where id = '${line?.releaseId}'`,
  );
  return row?.authorship;
};

test('a trigger fires with the permissions of its author, who is the author of its releases', async () => {
  const id = await add('ann');
  expect(await firing(id)).toEqual(made);
  expect(await authorship(id)).toEqual({ createdBy: 'ann', startedBy: null, changedBy: null, revision: 1 });
  expect(await firing(await add('bob'))).toEqual(unseen('bob'));
  expect(await firing(await add('admin'))).toEqual(made);
});

test('it stops when its author loses a permission, and continues when they get it again', async () => {
  const id = await add('ann');
  expect(await firing(id)).toEqual(made);
  await changed('delete from team_members');
  expect(await firing(id)).toEqual(unseen('ann'));
  await changed(`insert into team_members (team_id, principal, name, position) values ('TeamA', 'user:ann', 'ann', 0)`);
  expect(await firing(id)).toEqual(made);
});

test.each([
  ['locked', `update users set login_allowed = false where username = 'ann'`],
  ['deleted', `delete from users where username = 'ann'`],
])('with an author who is %s, it creates no release, and reports the reason', async (_, text) => {
  const id = await add('ann');
  await changed(text);
  expect(await firing(id)).toEqual(mayCreate('ann', 'no longer exists or cannot log in'));
});

test('a user who saves or enables it becomes its author, but not a user who disables it', async () => {
  const id = await add('bob');
  const author = async () => (await findTrigger(environment.database, [id]))?.author;
  await switchTriggers(store(), [id], false, 'ann');
  expect(await author()).toBe('bob');
  await switchTriggers(store(), [id], true, 'ann');
  expect(await author()).toBe('ann');
  expect(await firing(id)).toEqual(made);
  await changeTrigger(store(), id, { title: 'Others' }, 'bob');
  expect(await firing(id)).toEqual(unseen('bob'));
});

test('a manual run uses the permissions of its user, who starts the release that the author has created', async () => {
  const id = await add('bob');
  await engine.runTrigger(id, testUser);
  expect(await authorship(id)).toEqual({ createdBy: 'bob', startedBy: 'ann', changedBy: null, revision: 1 });
});

test('a trigger without a stored author continues', async () => {
  const id = await add(null);
  expect(await firing(id)).toEqual(made);
  expect(await authorship(id)).toEqual({ createdBy: 'SYSTEM', startedBy: null, changedBy: null, revision: 1 });
});

test('the check of permissions runs no statement while they are unchanged', async () => {
  const [ours, before] = [await add('ann'), await add(null)];
  await firing(before);
  await firing(before);
  const unasked = [...statementNames];
  await firing(ours);
  await firing(ours);
  expect(statementNames).toEqual(unasked);
  await bumpAccessVersion(environment.database);
  await firing(ours);
  expect(statementNames.filter((name) => !unasked.includes(name))).toEqual(['grants-of-user', 'scope-of-folder']);
});
