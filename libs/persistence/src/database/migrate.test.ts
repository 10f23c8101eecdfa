import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { startFlakyProxy } from '../../../../test/harness/servers/flaky-proxy.ts';
import { execute, withDatabaseName } from '../../../../test/harness/servers/statements.ts';
import { Overloaded } from './connection-errors.ts';
import { migrate } from './migrate.ts';
import { UnsuitableDatabase } from './server-settings.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('reports a database that becomes unavailable during a migration, and completes the migration in the next run', async () => {
  const outcomes: string[] = [];
  do {
    const gate = await startFlakyProxy(fresh.url, outcomes.length + 1);
    outcomes.push(
      await migrate(gate.url).then(
        () => 'done',
        (error: unknown) => (error instanceof Overloaded ? 'away' : String(error)),
      ),
    );
    gate.close();
  } while (outcomes.at(-1) !== 'done');
  expect(new Set(outcomes)).toEqual(new Set(['away', 'done']));
  expect(outcomes.length).toBeGreaterThan(20);
  await migrate(fresh.url);
});

test('rejects a database with an ASCII locale and leaves it unchanged', async () => {
  const server = inject('postgres').url;
  const name = `slipway_ascii_${process.pid}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`);
  try {
    await expect(migrate(withDatabaseName(server, name))).rejects.toThrow(UnsuitableDatabase);
  } finally {
    await execute(server, `DROP DATABASE ${name}`);
  }
});

test('a migration that cannot lock its tables yields to other transactions and retries', async () => {
  const server = inject('postgres').url;
  const name = `slipway_busy_${process.pid}`;
  const url = withDatabaseName(server, name);
  await execute(server, `CREATE DATABASE ${name}`);
  await migrate(url, '0044-secrets');
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query('begin; lock table releases in access share mode');
  const migrated = migrate(url);
  const waiting = async () => {
    const here = 'database = (select oid from pg_database where datname = current_database())';
    const { rows } = await reader.query(`select count(*)::int as count from pg_locks where not granted and ${here}`);
    return rows[0].count;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(1);
  await expect.poll(waiting, { interval: 5 }).toBe(0);
  await reader.query('commit');
  expect(await migrated).toContain('0047-traces');
  await reader.end();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});
