import { filterBody } from '@slipway/api-schema/search';
import { createEngine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { findReleasePage, type PageEdge } from './release-page.ts';

let fresh: FreshDatabase;
let opened: Database;
let statementCount = 0;
beforeAll(async () => {
  fresh = await freshDatabase();
  opened = openDatabase({ url: fresh.url });
  for (const text of [
    `insert into users (username) values ('ann')`,
    `insert into folders (id, parent_id, title, path, scope_id) values ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA')`,
    `insert into teams (id, scope_id, name, permissions, position) values ('Team1', 'FolderA', 'T', '{release#view}', 0)`,
    `insert into team_members values ('Team1', 'user:ann', 'ann', 0)`,
    `insert into releases (id, archived, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
        abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
      select 'Release' || n, n % 2 = 0, 'FolderA', 'COMPLETED', 'Release ' || n, 'OK', 'OK', '{}', false, false, 0, 0, '{}',
        '[]', '{}' from generate_series(1, 60) n`,
  ])
    await opened.query({ text });
});
afterAll(async () => {
  await opened.stop();
  await fresh.drop();
});

test('each page of live and archived releases runs one statement', async () => {
  const database: Database = {
    ...opened,
    query: (statement, values) => {
      statementCount += 1;
      return opened.query(statement, values);
    },
  };
  const { access } = createEngine({ database, seal: createSeal('a secret for tests') });
  const caller = await access.byName('ann');
  const body = filterBody.parse({ orderBy: 'title' });
  const archived = [false, true];
  const pages: (readonly [count: number, statements: number])[] = [];
  let edge: PageEdge = null;
  for (;;) {
    statementCount = 0;
    const { next, matches: found } = await findReleasePage({ database }, { caller, body, archived, edge, limit: 10 });
    pages.push([found.length, statementCount]);
    if (next === undefined) break;
    edge = { after: next };
  }
  expect(pages).toEqual(Array.from({ length: 6 }, () => [10, 1]));
});

test('the previous page of an empty page has the last releases, and the page before the first is the first', async () => {
  const { access } = createEngine({ database: opened, seal: createSeal('a secret for tests') });
  const caller = await access.byName('ann');
  const search = { caller, body: filterBody.parse({ orderBy: 'title' }), archived: [false, true], limit: 20 };
  const pageAt = (edge: PageEdge) => findReleasePage({ database: opened }, { ...search, edge });
  const remove = ({ matches: found }: Awaited<ReturnType<typeof pageAt>>) =>
    opened.query({ text: 'delete from releases where id = any ($1)' }, [found.map(({ id }) => id)]);
  const first = await pageAt(null);
  const second = await pageAt({ after: first.next! });
  const third = await pageAt({ after: second.next! });
  expect([first, second, third].map(({ matches: found }) => found.length)).toEqual([20, 20, 20]);

  await remove(first);
  expect(await pageAt({ before: second.previous! })).toEqual({ ...second, previous: undefined });

  await remove(third);
  expect(await pageAt({ after: second.next! })).toEqual({ next: undefined, previous: 'end', matches: [] });
  const last = await pageAt({ before: 'end' });
  expect(last.matches).toEqual(second.matches);
  expect(await pageAt({ after: last.next! })).toEqual({ next: undefined, previous: 'end', matches: [] });

  await remove(second);
  for (const edge of [{ after: second.next! }, { before: second.next! }])
    expect((await pageAt(edge)).matches).toEqual([]);
  expect(await pageAt({ before: second.next! })).toEqual({ next: undefined, previous: undefined, matches: [] });
});
