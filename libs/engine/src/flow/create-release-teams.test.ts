import { createFolder, createSeal, type Database } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { type Ground, openGround, order, plan, someone } from '../testing.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  await createFolder(ground.database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderFresh' });
});
afterAll(() => ground.close());

/** The same database, with a list of the statements that it is given outside transactions, and of the transactions. */
function listened(): { readonly database: Database; readonly heard: string[] } {
  const heard: string[] = [];
  const database: Database = {
    ...ground.database,
    query: (statement, values) => {
      heard.push('name' in statement ? statement.name : statement.text);
      return ground.database.query(statement, values);
    },
    transaction: (work, mode) => {
      heard.push('a transaction');
      return ground.database.transaction(work, mode);
    },
  };
  return { database, heard };
}

test('a release at the top is made with its teams by one statement, as one in a folder is', async () => {
  const { database, heard } = listened();
  const engine = createEngine({ database, seal: createSeal('a secret for tests') });
  const made: (readonly string[])[] = [];
  for (const folderId of ['FolderA', 'Applications']) {
    const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), folderId, someone);
    await engine.createRelease(template.id, order(), someone);
    heard.length = 0;
    const { release, whole } = await engine.createRelease(template.id, order({ releaseOwner: 'admin' }), someone);
    made.push([...heard]);
    const rows = await ground.database.query<{ readonly name: string }>({
      text: `select name from teams where scope_id = '${release.id}' order by position`,
    });
    expect(rows.map(({ name }) => name)).toEqual(
      whole?.teams.path === null ? whole.teams.teams.map((team) => team.name) : [],
    );
  }
  expect(made.map((statements) => statements.length)).toEqual([1, 1]);
  expect(made.map(([statement]) => statement?.startsWith('save rif'))).toEqual([true, true]);
});
