import { filterBody } from '@slipway/api-schema/search';
import { NotFound } from '@slipway/domain/model';
import { createEngine, type Person } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { bumpAccessVersion } from '@slipway/persistence/people';
import { createSeal } from '@slipway/persistence/secrets';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { getArchivedRelease, getPlan } from '../plans/find.ts';
import { countByStatus, findReleaseIds, findReleaseIdsByTitle, findTemplateIds } from './search.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await run(`insert into users (username) values ('Ann'), ('bob')`);
  await run(`insert into roles (id, name) values ('Role1', 'Crew')`);
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const run = (text: string) => database.query({ text });

const permission = fc.constantFrom('release#view', 'template#view', 'release#edit', 'folder#view', 'release#edit_task');
const team = fc.record({
  /** the index of the scope */
  at: fc.nat(),
  permissions: fc.uniqueArray(permission, { maxLength: 3 }),
  members: fc.subarray(['user:ann', 'user:bob', 'role:Role1']),
});
const plan = fc.record({
  /** the index of the folder, including the root */
  at: fc.nat(),
  kind: fc.constantFrom('TEMPLATE', 'PLANNED', 'COMPLETED', 'archived'),
  owner: fc.constantFrom(null, 'Ann', 'ANN', 'bob'),
});
const folder = fc.record({ above: fc.nat(), ownTeams: fc.boolean() });
const everything = fc.record({
  folders: fc.array(folder, { maxLength: 6 }),
  plans: fc.array(plan, { minLength: 1, maxLength: 12 }),
  teams: fc.array(team, { maxLength: 8 }),
  inRole: fc.boolean(),
});
type TestTree = typeof everything extends fc.Arbitrary<infer T> ? T : never;

const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
const list = (values: readonly string[]): string => `'{${values.join(',')}}'`;
const root = { id: 'Applications', path: ['Applications'], scope: 'Applications' };

interface CreatedPlan {
  readonly id: string;
  readonly archived: boolean;
  readonly template: boolean;
}

/** Replaces the stored objects by those of a random tree. Returns its templates and releases. */
async function createTree({ folders, plans, teams, inRole }: TestTree): Promise<readonly CreatedPlan[]> {
  for (const table of ['teams', 'releases', 'role_principals']) await run(`delete from ${table}`);
  await run(`delete from folders where id <> 'Applications'`);
  if (inRole) await run(`insert into role_principals values ('Role1', 'ann', 'Ann')`);
  const tree = [root];
  for (const [index, { above, ownTeams }] of folders.entries()) {
    const parent = tree[above % tree.length] ?? root;
    const id = `Folder${index}`;
    const path = [...parent.path, id];
    const scope = ownTeams || parent === root ? id : parent.scope;
    tree.push({ id, path, scope });
    await run(`insert into folders (id, parent_id, title, path, scope_id)
      values ('${id}', '${parent.id}', '${id}', ${list(path)}, '${scope}')`);
  }
  const created = plans.map(({ at, kind, owner }, index) => {
    const place = tree[at % tree.length] ?? root;
    return { id: `Release${index}`, place, kind, owner };
  });
  for (const { id, place, kind, owner } of created) {
    await run(`insert into releases (id, archived, folder_id, status, title, owner, flag_status, real_flag_status, tags,
        auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
      values ('${id}', ${kind === 'archived'}, '${place.id}', '${kind === 'archived' ? 'COMPLETED' : kind}', 'Same',
        ${text(owner)}, 'OK', 'OK', '{}', false, false, ${id.length}, 0, '{}', '[]', '{}')`);
  }
  const scopes = [
    ...tree.filter(({ id, scope }) => id === scope && id !== root.id).map(({ id }) => id),
    ...created.filter(({ place }) => place === root).map(({ id }) => id),
  ];
  if (scopes.length > 0) await createTeams(teams, scopes);
  await bumpAccessVersion(database);
  return created.map(({ id, kind }) => ({ id, archived: kind === 'archived', template: kind === 'TEMPLATE' }));
}

async function createTeams(teams: TestTree['teams'], scopes: readonly string[]): Promise<void> {
  for (const [index, { at, permissions, members }] of teams.entries()) {
    const id = `Team${index}`;
    await run(`insert into teams (id, scope_id, name, permissions, position)
      values ('${id}', '${scopes[at % scopes.length]}', '${id}', ${list(permissions)}, 0)`);
    for (const item of members) await run(`insert into team_members values ('${id}', '${item}', 'x', 0)`);
  }
}

/** Returns the releases that a user can view, each checked individually. */
async function findOneByOne(person: Person, created: readonly CreatedPlan[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, archived } of created) {
    const reading = archived ? getArchivedRelease(database, person, id) : getPlan(database, person, id);
    const sees = await reading.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(NotFound);
        expect(error).toMatchObject({ message: `there is no release '${id}'` });
        return false;
      },
    );
    if (sees) found.push(id);
  }
  return found;
}

const pages = [0, 1, 2, 3, 4].map((page) => ({ limit: 3, offset: 3 * page }));

async function inPages(ask: (page: (typeof pages)[number]) => Promise<readonly string[]>): Promise<readonly string[]> {
  const all = [];
  for (const page of pages) all.push(...(await ask(page)));
  return all;
}

const context = () => ({ database });
const body = (filter: object = {}) => filterBody.parse(filter);
const searching = (caller: Person, archived: boolean, filter: object) =>
  inPages((page) => findReleaseIds(context(), { caller, body: body(filter), archived, page }));
const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, item) => sum + item, 0);

test('lists, pages and counts agree with individual checks, for random trees, teams and page sizes', async () => {
  const engine = createEngine({ database, seal: createSeal('a secret for tests') });
  const law = async (testTree: TestTree): Promise<void> => {
    const created = await createTree(testTree);
    for (const name of ['ann']) {
      const caller = await engine.access.byName(name);
      const alone = await findOneByOne(caller, created);
      const those = (archived: boolean, template: boolean) =>
        created.filter((item) => item.archived === archived && item.template === template && alone.includes(item.id));
      const ids = (archived: boolean, template = false) =>
        those(archived, template)
          .map(({ id }) => id)
          .toSorted();
      for (const filter of [{}, { orderBy: 'title' }, { orderBy: 'risk', title: 'ame' }, { orderBy: 'end_date' }]) {
        expect((await searching(caller, false, filter)).toSorted()).toEqual(ids(false));
        expect((await searching(caller, true, filter)).toSorted()).toEqual(ids(true));
      }
      const { live, archived } = await countByStatus(context(), caller, body());
      expect([total(live), total(archived)]).toEqual([ids(false).length, ids(true).length]);
      expect((await findReleaseIdsByTitle(context(), caller, 'Same')).toSorted()).toEqual(ids(false));
      const templates = await inPages((page) => findTemplateIds(context(), caller, {}, page));
      expect(templates.toSorted()).toEqual(ids(false, true));
    }
  };
  await fc.assert(fc.asyncProperty(everything, law), fastCheckOptions({ short: 8, long: 200 }));
});
