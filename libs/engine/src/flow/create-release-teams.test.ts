import type { Database } from '@slipway/persistence/database';
import { createFolder } from '@slipway/persistence/folders';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await createFolder(environment.database, {
    id: 'FolderA',
    parentId: 'Applications',
    title: 'A',
    freshId: 'FolderFresh',
  });
});
afterAll(() => environment.close());

/** The same database, which records its transactions, and the statements outside of them. */
function createRecordingDatabase(): { readonly database: Database; readonly heard: string[] } {
  const statementNames: string[] = [];
  const database: Database = {
    ...environment.database,
    query: (statement, values) => {
      statementNames.push('name' in statement ? statement.name : statement.text);
      return environment.database.query(statement, values);
    },
    transaction: (work, mode) => {
      statementNames.push('a transaction');
      return environment.database.transaction(work, mode);
    },
  };
  return { database, heard: statementNames };
}

test('a top-level release is created with its teams by one statement, like a release in a folder', async () => {
  const { database, heard: statementNames } = createRecordingDatabase();
  const engine = createEngine({ database, seal: createSeal('a secret for tests') });
  const made: (readonly string[])[] = [];
  for (const folderId of ['FolderA', 'Applications']) {
    const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), folderId, testUser);
    await engine.createRelease(template.id, order(), testUser);
    statementNames.length = 0;
    const { release, releaseView: whole } = await engine.createRelease(
      template.id,
      order({ releaseOwner: 'admin' }),
      testUser,
    );
    made.push([...statementNames]);
    const rows = await environment.database.query<{ readonly name: string }>({
      text: `select name from teams where scope_id = '${release.id}' order by position`,
    });
    expect(rows.map(({ name }) => name)).toEqual(
      whole?.teams.path === null ? whole.teams.teams.map((team) => team.name) : [],
    );
  }
  expect(made.map((statements) => statements.length)).toEqual([1, 1]);
  expect(made.map(([statement]) => statement?.startsWith('save rif'))).toEqual([true, true]);
});
