import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { startFlakyProxy } from '../../../../test/harness/servers/flaky-proxy.ts';
import { execute } from '../../../../test/harness/servers/statements.ts';
import { isLong } from '../../../../test/harness/test-length.ts';
import { Overloaded } from './connection-errors.ts';
import { type Database, openDatabase } from './database.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2 });
  await database.query({ text: 'create table numbers (n integer)' });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

describe('a transaction', () => {
  const count = async () => (await database.query({ text: 'select from numbers' })).length;
  test('is rolled back after an error, and its connection stays usable', async () => {
    for (let round = 0; round < 5; round++) {
      const failing = database.transaction(async (connection) => {
        await connection.query({ text: 'insert into numbers values (1)' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    expect(await count()).toBe(0);
  });
  test('is rolled back if one of several statements that are sent together fails', async () => {
    const failing = database.transaction((connection) =>
      Promise.all([
        connection.query({ text: 'insert into numbers values (1)' }),
        connection.query({ text: 'select 1 / 0' }),
        connection.query({ text: 'insert into numbers values (2)' }),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await count()).toBe(0);
  });
  test('in read mode sees the state of one moment', async () => {
    await database.transaction(async (connection) => {
      expect(await connection.query({ text: 'select from numbers' })).toHaveLength(0);
      await database.query({ text: 'insert into numbers values (1)' });
      expect(await connection.query({ text: 'select from numbers' })).toHaveLength(0);
    }, 'read');
    expect(await count()).toBe(1);
  });
});

test('parses instants as milliseconds and bigints as numbers, in every time zone of the server', async () => {
  const [row] = await database.query({
    text: `select '2026-11-20 18:48:00.123+02'::timestamptz as a, '0099-02-28 00:00:00+00'::timestamptz as b,
      9007199254740991::bigint as c, null::timestamptz as d`,
  });
  expect(row).toEqual({
    a: Date.parse('2026-11-20T16:48:00.123Z'),
    b: Date.parse('0099-02-28T00:00:00Z'),
    c: Number.MAX_SAFE_INTEGER,
    d: null,
  });
});

describe('an overloaded or unavailable database is reported for', () => {
  test('a statement timeout', async () => {
    const shortTimeoutDatabase = openDatabase({ url: fresh.url, connections: 1, statementTimeoutMs: 200 });
    await expect(shortTimeoutDatabase.query({ text: 'select pg_sleep(500)' })).rejects.toThrow(Overloaded);
    await expect.poll(() => shortTimeoutDatabase.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }]);
    await shortTimeoutDatabase.stop();
  });
  test.runIf(isLong)('a server that does not exist', async () => {
    const none = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
    await expect(none.query({ text: 'select 1' })).rejects.toThrow(Overloaded);
    await expect(none.transaction(async () => 1)).rejects.toThrow(Overloaded);
    await none.stop();
  });
  test('a server that stops responding, until it responds again', async () => {
    const gate = await startFlakyProxy(fresh.url, 10, 'mute');
    const lost = openDatabase({ url: gate.url, connections: 1, statementTimeoutMs: 200 });
    const ask = async (): Promise<void> => {
      for (;;) await lost.query({ text: 'select 1' });
    };
    await expect(ask()).rejects.toThrow(Overloaded);
    const served = () => lost.transaction((connection) => connection.query({ text: 'select 4 as four' }));
    await expect.poll(served).toEqual([{ four: 4 }]);
    await lost.stop();
    gate.close();
  });
  test('a server that has become a standby, and a retry uses the new primary', async () => {
    const name = new URL(fresh.url).pathname.slice(1);
    const moved = openDatabase({ url: fresh.url, connections: 1 });
    const write = () => moved.transaction((connection) => connection.query({ text: 'insert into numbers values (7)' }));
    const { url: server } = inject('postgres');
    await execute(server, `alter database ${name} set default_transaction_read_only = on`);
    await expect(write()).rejects.toThrow(Overloaded);
    await execute(server, `alter database ${name} reset default_transaction_read_only`);
    expect(await write()).toEqual([]);
    await moved.stop();
  });
  test('a broken connection', async () => {
    const cut = database.transaction(async (connection) => {
      await connection.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
    });
    await expect(cut).rejects.toThrow(Overloaded);
    expect(await database.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  });
});

test('a stopped process loses the locks of its transaction, and detects this when it continues', async () => {
  const idleConnection = openDatabase({ url: fresh.url, connections: 1, idleTimeoutMs: 100 });
  const secondDatabase = openDatabase({ url: fresh.url, connections: 1 });
  const lock = { text: 'select pg_advisory_xact_lock(1)' };
  const standing = idleConnection.transaction(async (connection) => {
    await connection.query(lock);
    await secondDatabase.query(lock);
    await connection.query({ text: 'insert into numbers values (3)' });
  });
  await expect(standing).rejects.toThrow(Overloaded);
  expect(await database.query({ text: 'select from numbers where n = 3' })).toEqual([]);
  expect(await idleConnection.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  await Promise.all([idleConnection.stop(), secondDatabase.stop()]);
});
