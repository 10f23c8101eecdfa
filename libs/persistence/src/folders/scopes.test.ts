import type { FolderTeams } from '@slipway/domain/people';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { readTeams } from '../people/teams.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { moveFolder } from './folder-tree.ts';
import { createFolder, deleteFolder } from './folders.ts';
import { changeFolderTeams } from './scopes.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);
beforeEach(async () => {
  await database.query({ text: `delete from folders where id <> 'Applications'` });
  await database.query({ text: 'delete from teams' });
});

const root = 'Applications';
const actor = { username: 'ann', address: null };
const member = { principal: 'user:ann', name: 'Ann' };
let counter = 0;
const team = (name: string) => ({ id: `Team${++counter}`, name, permissions: ['folder#view'], members: [member] });
const make = (id: string, parentId: string) =>
  createFolder(database, { id, parentId, title: id, freshId: `${id}Fresh`, own: { teams: [team(id)], actor } });
const giveTeams = (folderId: string, after: FolderTeams) =>
  changeFolderTeams(database, { folderId, actor, decide: async () => after });
const cut = (id: string) => giveTeams(id, { kind: 'own', teams: [team(`cut at ${id}`)] });
const restore = (id: string) => giveTeams(id, { kind: 'inherits' });
const move = (id: string, parentId: string) => moveFolder(database, id, parentId, actor);
const namesOf = async (scopeId: string) => (await readTeams(database, scopeId)).teams.map(({ name }) => name);

async function scopes(): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; scope_id: string }>({ text: 'select id, scope_id from folders' });
  return new Map(rows.map(({ id, scope_id }) => [id, scope_id]));
}
async function version(): Promise<number> {
  const [row] = await database.query<{ version: number }>({ text: 'select version from access_version' });
  return row?.version ?? 0;
}

describe('the scope of a folder', () => {
  beforeEach(async () => {
    await make('FolderA', root);
    await make('FolderAa', 'FolderA');
    await make('FolderAaa', 'FolderAa');
    await make('FolderB', root);
  });

  test('is the folder itself if it has teams of its own, otherwise the scope of its parent', async () => {
    expect([...(await scopes())].toSorted()).toEqual([
      [root, root],
      ['FolderA', 'FolderA'],
      ['FolderAa', 'FolderA'],
      ['FolderAaa', 'FolderA'],
      ['FolderB', 'FolderB'],
    ]);
    expect(await namesOf('FolderAa')).toEqual([]);
  });

  test('changes for inheriting subfolders when a folder gets or loses its own teams', async () => {
    await cut('FolderAa');
    expect((await scopes()).get('FolderAaa')).toBe('FolderAa');
    await cut('FolderAaa');
    await restore('FolderAa');
    expect([(await scopes()).get('FolderAa'), (await scopes()).get('FolderAaa')]).toEqual(['FolderA', 'FolderAaa']);
    expect([await namesOf('FolderAa'), await namesOf('FolderAaa')]).toEqual([[], ['cut at FolderAaa']]);
  });

  test('changes with a move of a folder without its own teams; at the top level, the folder gets a copy of the teams', async () => {
    await move('FolderAa', 'FolderB');
    expect((await scopes()).get('FolderAaa')).toBe('FolderB');
    await move('FolderAa', root);
    expect((await scopes()).get('FolderAaa')).toBe('FolderAa');
    const [{ teams: copied }, { teams: original }] = [
      await readTeams(database, 'FolderAa'),
      await readTeams(database, 'FolderB'),
    ];
    expect(copied).toEqual([{ ...original[0], id: expect.stringMatching(/^Team[0-9a-f]{32}$/) }]);
    await move('FolderAa', 'FolderA');
    expect((await scopes()).get('FolderAaa')).toBe('FolderAa');
  });

  test('increases the permission version with each change of teams, and only then', async () => {
    const versions = [await version()];
    for (const change of [
      () => cut('FolderAa'),
      () => cut('FolderAa'),
      () => restore('FolderAa'),
      () => move('FolderAa', 'FolderB'),
      () => make('FolderC', root),
      () => deleteFolder(database, 'FolderC'),
    ]) {
      await change();
      versions.push(await version());
    }
    expect(versions.map((each) => each - (versions[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const last = await version();
    await restore('FolderAa');
    await move('FolderAa', 'FolderB');
    await make('FolderD', 'FolderB');
    await cut('FolderD');
    await move('FolderD', 'FolderA');
    expect(await version()).toBe(last + 1);
  });

  test('is deleted with its folder', async () => {
    await cut('FolderAa');
    await deleteFolder(database, 'FolderA');
    const remaining = await database.query({ text: 'select distinct scope_id from teams' });
    expect([remaining, await database.query({ text: 'select from team_members' })]).toEqual([
      [{ scope_id: 'FolderB' }],
      [{}],
    ]);
  });

  test('cannot change for the root or an unknown folder', async () => {
    await expect(cut(root)).rejects.toThrow("the folder 'Applications' has no teams: top-level folders have their own");
    await expect(cut('FolderNone')).rejects.toThrow("there is no folder 'FolderNone'");
  });
});

/** A model of the tree: each folder has teams of its own, or those of its parent. */
class ExpectedTree {
  readonly parents = new Map<string, string>();
  readonly own = new Set<string>();
  readonly isBelow = (id: string, above: string): boolean =>
    id === above || (id !== root && this.isBelow(this.parents.get(id) ?? root, above));
  readonly scope = (id: string): string =>
    id === root || this.own.has(id) ? id : this.scope(this.parents.get(id) ?? root);
}

test('the stored scope of each folder is the nearest one with teams, after any sequence of changes', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `Folder${index}`);
  const id = fc.constantFrom(...ids);
  const step = fc.record({
    does: fc.constantFrom('make', 'cut', 'cut', 'restore', 'move', 'move', 'delete'),
    id,
    to: fc.constantFrom(root, ...ids),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await database.query({ text: `delete from folders where id <> 'Applications'` });
      await database.query({ text: 'delete from teams' });
      const expectedTree = new ExpectedTree();
      for (const [index, each] of ids.entries()) {
        const parent = index < 2 ? root : ids[index % 3]!;
        await make(each, parent === each ? root : parent);
        expectedTree.parents.set(each, parent === each ? root : parent);
        if (parent === root || parent === each) expectedTree.own.add(each);
      }
      for (const { does: action, id, to } of steps) await takeTeams(expectedTree, action, id, to);
      const stored = await scopes();
      expect(stored.size).toBe(expectedTree.parents.size + 1);
      for (const [id, scope] of stored) expect([id, scope]).toEqual([id, expectedTree.scope(id)]);
      const owners = await database.query<{ scope_id: string }>({ text: 'select distinct scope_id from teams' });
      expect(owners.map(({ scope_id }) => scope_id).toSorted()).toEqual([...expectedTree.own].toSorted());
    }),
    fastCheckOptions({ short: 10, long: 200 }),
  );
});

/** Applies one step to the database and to the model, if it is allowed. */
async function takeTeams(expectedTree: ExpectedTree, action: string, id: string, to: string): Promise<void> {
  const { parents, own, isBelow } = expectedTree;
  const isThere = (each: string) => each === root || parents.has(each);
  if (action === 'make') {
    if (isThere(id) || !isThere(to)) return;
    await make(id, to);
    parents.set(id, to);
    if (to === root) own.add(id);
  } else if (!parents.has(id)) return;
  else if (action === 'cut') {
    await cut(id);
    own.add(id);
  } else if (action === 'restore') {
    if (parents.get(id) === root) return;
    await restore(id);
    own.delete(id);
  } else if (action === 'move') {
    if (!isThere(to) || isBelow(to, id)) return;
    await move(id, to);
    parents.set(id, to);
    if (to === root) own.add(id);
  } else {
    await deleteFolder(database, id);
    for (const each of [...parents.keys()].filter((other) => isBelow(other, id))) {
      parents.delete(each);
      own.delete(each);
    }
  }
}

describe('with concurrent changes', () => {
  beforeEach(async () => {
    await make('FolderA', root);
    await make('FolderAa', 'FolderA');
    await make('FolderB', root);
  });

  test('two changes of the teams of a folder run one after the other', async () => {
    const versionsRead: number[] = [];
    const add = (name: string) =>
      changeFolderTeams(database, {
        folderId: 'FolderA',
        actor,
        decide: async (_, { existing: present }) => {
          versionsRead.push(present.length);
          return { kind: 'own', teams: [...present, team(name)] };
        },
      });
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(`T${index}`)));
    expect(versionsRead).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await namesOf('FolderA')).toHaveLength(9);
  });

  test('a change of teams and a move have the result of one of both orders', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([cut('FolderAa'), move('FolderAa', round % 2 === 0 ? 'FolderB' : 'FolderA')]);
      expect((await scopes()).get('FolderAa')).toBe('FolderAa');
      await Promise.all([restore('FolderAa'), move('FolderAa', round % 2 === 0 ? 'FolderA' : 'FolderB')]);
      expect((await scopes()).get('FolderAa')).toBe(round % 2 === 0 ? 'FolderA' : 'FolderB');
      await move('FolderAa', 'FolderA');
    }
  });
});
