import knex, { type Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { execute, withDatabaseName } from '../../../../test/harness/servers/statements.ts';
import { findBlockedTable, lockTables } from '../migrations/lock-tables.ts';
import { newestMigration } from './base-backup.ts';
import { openDatabase } from './database.ts';
import { type MigrationPart, runMigrations } from './run-migrations.ts';
import { UnsuitableDatabase } from './server-settings.ts';

const server = inject('postgres').url;
const name = `slipway_tables_${process.pid}`;
const url = withDatabaseName(server, name);
let observer: pg.Client;
const connected = async (program: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: program });
  await client.connect();
  return client;
};
beforeAll(async () => {
  await execute(server, `CREATE DATABASE ${name}`);
  observer = await connected('eye');
});
afterAll(async () => {
  await observer.end();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});
beforeEach(async () => {
  await observer.query('drop table if exists a, b, schema_steps');
  await observer.query(`create table a (id integer) partition by list (id); create table b (id integer);
    create table a_one partition of a for values in (1)`);
});

/** Reads which transaction waits for which table, and in which lock mode. */
const waiting = async (): Promise<readonly string[]> => {
  const { rows } =
    await observer.query(`select relation::regclass || ' ' || mode as wait from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database()) order by 1`);
  return rows.map(({ wait }) => wait);
};

const adding = (tables: readonly string[], part = tables.join()): MigrationPart => ({
  name: part,
  tables,
  up: async (change: Knex) => {
    for (const table of tables) await change.raw('alter table ?? add column more text', [table]);
  },
});
const stepOf = (...parts: readonly MigrationPart[]) => [['9001-more', { parts, up: async () => {} }]] as const;

test('yields to a transaction that waits for one table and holds another, before the server detects a deadlock', async () => {
  const [holder, secondHolder] = await Promise.all([connected('holder'), connected('other')]);
  await holder.query('begin; lock table a in access share mode');
  await secondHolder.query('begin; lock table b in access share mode');
  const database = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  const patientAttempt = { firstTable: null, timeoutMs: 600_000 };
  const refused = database
    .transaction((step) => lockTables(step, ['a', 'b'], patientAttempt))
    .then(() => 'taken', findBlockedTable);
  await expect.poll(waiting).toEqual(['a AccessExclusiveLock']);
  const run = secondHolder.query('lock table a in access share mode');
  await expect.poll(waiting).toEqual(['a AccessExclusiveLock', 'a AccessShareLock']);
  await holder.query('commit');
  expect(await refused).toBe('b');
  await run;
  await secondHolder.query('commit');
  await database.transaction((step) => lockTables(step, ['a', 'b'], { ...patientAttempt, firstTable: 'b' }));
  await Promise.all([database.destroy(), holder.end(), secondHolder.end()]);
});

test('blocks no reader or writer while a vacuum runs on the table', async () => {
  const [vacuum, client] = await Promise.all([connected('vacuum'), connected('client')]);
  await vacuum.query('begin; lock table a_one in share update exclusive mode');
  const applied = runMigrations(url, stepOf(adding(['a'])));
  await expect.poll(waiting).toEqual(['a_one ShareUpdateExclusiveLock']);
  await client.query("set lock_timeout = '1ms'");
  for (let count = 0; count < 50; count += 1) {
    await client.query('begin; insert into a values (1); select from a for update; commit');
  }
  expect(await waiting()).toEqual(['a_one ShareUpdateExclusiveLock']);
  await vacuum.query('commit');
  expect(await applied).toEqual(['9001-more']);
  await Promise.all([vacuum.end(), client.end()]);
});

test('reports the lock holders after the time limit, and runs after they have ended', async () => {
  const report = await connected('monthly report');
  await report.query('begin; lock table a_one in access share mode');
  const { rows } = await report.query('select pg_backend_pid() as pid, current_user as person');
  const refused = await runMigrations(url, stepOf(adding(['b']), adding(['a'])), 0).catch((error) => error);
  expect(refused).toBeInstanceOf(UnsuitableDatabase);
  expect(refused.message).toMatch(/^the migration 9001-more could not lock a within \d+ s: /);
  expect(refused.message.replace(/^[^:]*: /, '').replace(/\d+ s/, 'some s')).toBe(
    `in use by process ${rows[0].pid} (user ${rows[0].person}, monthly report, idle in transaction, for some s)`,
  );
  await report.query('commit');
  expect(await runMigrations(url, stepOf(adding(['b']), adding(['a'])), 0)).toEqual(['9001-more']);
  await report.end();
});

test('continues an interrupted migration with the missing parts', async () => {
  const failing: MigrationPart = { ...adding(['a']), up: async () => Promise.reject(new Error('cut off')) };
  await expect(runMigrations(url, stepOf(adding(['b']), failing))).rejects.toThrow('cut off');
  const database = openDatabase({ url, connections: 1 });
  await database.query({ text: "insert into schema_steps (name, needs) values ('9000-before', 0)" });
  expect(await newestMigration(database)).toBe('9000-before');
  expect(await runMigrations(url, stepOf(adding(['b']), adding(['a'])))).toEqual(['9001-more']);
  expect(await newestMigration(database)).toBe('9001-more');
  expect(await database.query({ text: 'select name from schema_steps order by name' })).toEqual([
    { name: '9000-before' },
    { name: '9001-more' },
  ]);
  await database.stop();
});

/** One of many clients. Repeats the same statements and returns the errors. */
async function requestsOf(statements: readonly string[], isOver: () => boolean): Promise<readonly string[]> {
  const client = await connected('client');
  const wrong: string[] = [];
  while (!isOver()) {
    for (const statement of statements) await client.query(statement).catch((error) => wrong.push(String(error)));
  }
  await client.end();
  return wrong;
}

test('finishes without disturbing many clients that lock the same tables in any order', async () => {
  let isOver = false;
  const change = ['begin', 'select from a_one for update', 'select from a', 'insert into b values (1)', 'commit'];
  const kinds = [change, ['select from b, a'], ['select from a, b'], ['select from a_one, a']];
  const competingTransactions = kinds.map((statements) => requestsOf(statements, () => isOver));
  const applied = await runMigrations(url, stepOf(adding(['a', 'b'])), 550_000).finally(() => {
    isOver = true;
  });
  expect([applied, (await Promise.all(competingTransactions)).flat()]).toEqual([['9001-more'], []]);
});
