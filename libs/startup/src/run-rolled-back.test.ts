import { type Database, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { execute } from '../../../test/harness/servers/statements.ts';
import { runRolledBack } from './run-rolled-back.ts';

const never = new AbortController().signal;
const insert = { text: 'insert into numbers values (1)' };
const numbers = { text: 'select n from numbers' };
let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  await execute(fresh.url, 'create table numbers (n integer)');
  database = openDatabase({ url: fresh.url, connections: 1 });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

test('work sees its own writes, also in its transactions, and all of them are rolled back', async () => {
  const seen: unknown[] = [];
  await runRolledBack(
    database,
    async (rehearsed) => {
      await rehearsed.query(insert);
      await rehearsed.transaction((connection) => connection.query(insert), 'snapshot');
      seen.push(...(await rehearsed.query(numbers)));
      await rehearsed.stop();
    },
    never,
  );
  expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
  expect(await database.query(numbers)).toEqual([]);
});

test('failed work is rolled back too', async () => {
  const failing = async (rehearsed: Database) => {
    await rehearsed.query(insert);
    throw new Error('no');
  };
  await expect(runRolledBack(database, failing, never)).rejects.toThrow('no');
  expect(await database.query(numbers)).toEqual([]);
});

test('work that continues after the end does not use the connection, which may be in use by others', async () => {
  const left: Database[] = [];
  await runRolledBack(database, async (rehearsed) => void left.push(rehearsed), never);
  for (const rehearsed of left) {
    await expect(rehearsed.query(insert)).rejects.toMatchObject({ name: 'RolledBack' });
    await expect(rehearsed.transaction((connection) => connection.query(insert))).rejects.toMatchObject({
      name: 'RolledBack',
    });
  }
  expect([left.length, await database.query(numbers)]).toEqual([1, []]);
});

test('no statement is sent after the end', async () => {
  const end = new AbortController();
  const ending = async (rehearsed: Database) => {
    await rehearsed.query(insert);
    end.abort(new Error('late'));
    await rehearsed.query(insert);
  };
  await expect(runRolledBack(database, ending, end.signal)).rejects.toThrow('late');
  expect(await database.query(numbers)).toEqual([]);
});

test('it does not wait for locks', async () => {
  const other = openDatabase({ url: fresh.url, idleTimeoutMs: 600_000 });
  await other.transaction(async (connection) => {
    await connection.query({ text: 'lock table numbers' });
    const waiting = runRolledBack(database, async (rehearsed) => void (await rehearsed.query(insert)), never);
    await expect(waiting).rejects.toMatchObject({ cause: { code: '55P03' } });
  });
  await other.stop();
});
