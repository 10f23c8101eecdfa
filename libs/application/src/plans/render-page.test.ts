import { createEngine } from '@slipway/engine';
import { type Connection, type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { visibleReleases } from './render-page.ts';

const ours = ['Release1', 'Release2', 'Release3'];
const all = [...ours, 'ReleaseArchived', 'ReleaseHidden', 'ReleaseTemplate', 'ReleaseNone'];

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  for (const text of [
    `insert into users (username) values ('ann'), ('bob')`,
    `insert into folders (id, parent_id, title, path, scope_id) values
      ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
      ('FolderB', 'Applications', 'B', '{Applications,FolderB}', 'FolderB')`,
    `insert into teams (id, scope_id, name, permissions, position)
      values ('Team1', 'FolderA', 'T', '{release#view,template#view}', 0)`,
    `insert into team_members values ('Team1', 'user:ann', 'ann', 0)`,
    `insert into releases (id, archived, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
        abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
      select 'Release' || n, n = 'Archived', case n when 'Hidden' then 'FolderB' else 'FolderA' end,
        case n when 'Template' then 'TEMPLATE' when 'Archived' then 'COMPLETED' else 'PLANNED' end, n, 'OK', 'OK', '{}',
        false, false, 0, 0, '{}', '[]', '{}'
        from unnest('{1,2,3,Archived,Hidden,Template}'::text[]) n`,
  ])
    await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

/** Returns the visible releases of a user, in batches, and the statements with their ids. */
async function visibleTo(username: string) {
  const statements: string[] = [];
  const recorded = (connection: Connection): Connection => ({
    query: (statement, values) => {
      statements.push(`${'name' in statement ? statement.name : statement.text}: ${values?.[0]}`);
      return connection.query(statement, values);
    },
  });
  const recording: Database = {
    ...recorded(database),
    transaction: (work, mode) => database.transaction((connection) => work(recorded(connection)), mode),
    stop: () => database.stop(),
  };
  const { access } = createEngine({ database, seal: createSeal('a secret for tests') });
  const batches: string[][] = [];
  for await (const views of visibleReleases({ database: recording }, await access.byName(username), all)) {
    batches.push(views.map(({ release }) => release.id));
  }
  return { batches, statements };
}

const found = `full-ids-of-releases: ${all}`;
const weighStatement = `live-weights: ${ours}`;
const readStatements = (ids: readonly string[]) =>
  ['releases', 'phases', 'tasks', 'teams'].map((part) => `read-${part} live: ${ids}`);

test('reads visible live releases together, and only the location of the others', async () => {
  expect(await visibleTo('ann')).toEqual({
    batches: [ours],
    statements: [found, weighStatement, ...readStatements(ours)],
  });
});

test('reads no plan for a user without visible releases', async () => {
  expect(await visibleTo('bob')).toEqual({ batches: [], statements: [found] });
});

test('reads releases that are too large together one by one', async () => {
  const text = `update releases set passive = jsonb_build_object('description', repeat('x', 22000000)) where id = any ($1)`;
  await database.query({ text }, [ours]);
  const oneByOne = ours.map((id) => [id]);
  expect(await visibleTo('ann')).toEqual({
    batches: oneByOne,
    statements: [found, weighStatement, ...oneByOne.flatMap(readStatements)],
  });
});
