import { createEngine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { type AccessAttributes, bumpAccessVersion } from '@slipway/persistence/people';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { filterVisible, requirePermission } from './require-permission.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  for (const text of [
    `insert into users (username) values ('Ann')`,
    `insert into folders (id, parent_id, title, path, scope_id)
      values ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA')`,
    `insert into teams (id, scope_id, name, permissions, position) values
      ('TeamA', 'FolderA', 'A', '{release#view}', 0), ('TeamTop', 'ReleaseTop', 'Top', '{release#view}', 0)`,
    `insert into team_members values ('TeamA', 'user:ann', 'Ann', 0), ('TeamTop', 'user:ann', 'Ann', 0)`,
  ])
    await database.query({ text });
  await bumpAccessVersion(database);
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const attributes = (folderId: string, releaseId: string): AccessAttributes => ({
  folderId,
  releaseId,
  status: 'PLANNED',
  owner: null,
  task: null,
});
const accessTarget = { label: 'release' as const, rawId: 'Release' };

test('checking a team member runs no statement in a folder, and one for all uncached top-level objects', async () => {
  let statements = 0;
  const query: Database['query'] = (...args) => {
    statements += 1;
    return database.query(...args);
  };
  const engine = createEngine({ database: { ...database, query }, seal: createSeal('a secret for tests') });
  const ann = await engine.access.byName('ann');
  const costs = async (work: () => Promise<unknown>) => {
    const before = statements;
    await work();
    return statements - before;
  };
  expect(await costs(() => requirePermission(ann, attributes('FolderA', 'ReleaseA'), accessTarget))).toBe(0);
  const several = new Map(['ReleaseTop', 'ReleaseOther'].map((id) => [id, attributes('Applications', id)]));
  const seen = async () => expect(await filterVisible(ann, several)).toEqual(new Set(['ReleaseTop']));
  expect([await costs(seen), await costs(seen)]).toEqual([1, 0]);
});
