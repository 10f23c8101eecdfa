import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { findPoolerProgram, type Pooler, startPooler } from '../../../../test/harness/servers/pgbouncer.ts';
import { execute } from '../../../../test/harness/servers/statements.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { databaseProblem, readLooseTimeouts } from './server-settings.ts';

const withoutPooler = (await findPoolerProgram()) === null && process.env.CI !== 'true';
let fresh: FreshDatabase;
let pooler: Pooler;
let url: string;
const opened: Database[] = [];
const open = (): Database => {
  const database = openDatabase({ url, pooled: true });
  opened.push(database);
  return database;
};
beforeAll(async () => {
  if (withoutPooler) return;
  fresh = await freshDatabase();
  const name = new URL(fresh.url).pathname.slice(1);
  await execute(inject('postgres').url, `alter database ${name} set timezone = 'Asia/Kathmandu'`);
  await execute(inject('postgres').url, `alter database ${name} set datestyle = 'German'`);
  pooler = await startPooler(fresh.url);
  url = pooler.urlFor(fresh.url);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.stop()));
  await pooler?.stop();
  await fresh?.drop();
});

describe.skipIf(withoutPooler)('behind a pooler that assigns a server connection to each transaction', () => {
  test('returns instants in UTC, regardless of the time zone of the database', async () => {
    const instant = { name: 'instant', text: `select '2026-11-20 18:48:00.123+02'::timestamptz as at` };
    const database = open();
    const results = await Promise.all(Array.from({ length: 40 }, () => database.query(instant)));
    expect(results.flat()).toEqual(Array.from({ length: 40 }, () => ({ at: Date.parse('2026-11-20T16:48:00.123Z') })));
  });

  test('runs statements with the same name of many concurrent clients', async () => {
    const databases = [open(), open(), open()];
    const queries = databases.flatMap((database, index) =>
      Array.from({ length: 60 }, (_, count) =>
        count % 3 === 0
          ? database.transaction((connection) => connection.query(echoStatement(index), [String(count)]))
          : database.query(echoStatement(index), [String(count)]),
      ),
    );
    const answers = (await Promise.all(queries)).flat();
    const expected = databases.flatMap((_, index) =>
      Array.from({ length: 60 }, (_, count) => ({ said: `${index} ${count}` })),
    );
    expect(answers).toEqual(expected);
  });

  test('a transaction has the limits of a direct connection', async () => {
    const show = {
      text: `select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout',
      'idle_in_transaction_session_timeout') order by name`,
    };
    const limits = await open().transaction((connection) => connection.query(show));
    expect(limits).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '4000' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '15000' },
    ]);
  });

  test('single statements have the limits of the role, and missing or too high limits are reported', async () => {
    const { url: admin } = inject('postgres');
    const role = `role "${new URL(fresh.url).username}" in database ${new URL(fresh.url).pathname.slice(1)}`;
    // A server connection of the pooler keeps the settings that its role had when it was opened.
    const readPrepared = async () => {
      await pooler.crash();
      return await readLooseTimeouts(open());
    };
    expect(await readPrepared()).toEqual([
      { name: 'lock_timeout', ms: 0 },
      { name: 'statement_timeout', ms: 0 },
    ]);
    await execute(admin, `alter ${role} set statement_timeout = '15s'`);
    await execute(admin, `alter ${role} set lock_timeout = '6s'`);
    expect(await readPrepared()).toEqual([{ name: 'lock_timeout', ms: 6_000 }]);
    await execute(admin, `alter ${role} set lock_timeout = '4s'`);
    expect(await readPrepared()).toEqual([]);
  });

  test('a migration is rejected with one sentence', async () => {
    const rejection = await migrate(url).catch((error: unknown) => error);
    expect(databaseProblem(rejection)).toBe(
      'cannot use the database of DATABASE_URL: a pooler answers, and DATABASE_DIRECT_URL has to lead past it, to PostgreSQL itself',
    );
  });

  test('waits for a pooler that restarts', async () => {
    const database = open();
    const selectOne = () => database.query({ text: 'select 1 as one' });
    expect(await selectOne()).toEqual([{ one: 1 }]);
    const crashing = pooler.crash();
    await expect.poll(selectOne).toEqual([{ one: 1 }]);
    await crashing;
  });
});

/** The text is specific to a client, the name is the same for all clients. */
const echoStatement = (index: number) => ({ name: 'said', text: `select '${index} ' || $1::text as said` });
