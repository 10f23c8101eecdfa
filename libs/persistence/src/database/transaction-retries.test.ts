import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { prepareDeadlock } from '../../../../test/harness/servers/deadlock.ts';
import { Contended, Overloaded } from './connection-errors.ts';
import { type Connection, type Database, isTransient, openDatabase } from './database.ts';

let fresh: FreshDatabase;
let database: Database;
let other: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  // High timeouts, so that on a slow machine a lock wait ends only with the lock or a deadlock.
  database = openDatabase({
    url: fresh.url,
    lockTimeoutMs: 600_000,
    statementTimeoutMs: 600_000,
    idleTimeoutMs: 600_000,
  });
  other = new pg.Client(fresh.url);
  await other.connect();
  await other.query('create table counted (n integer primary key, times integer not null default 0)');
});
beforeEach(async () => {
  await other.query('truncate counted');
  await other.query('insert into counted values (1), (2)');
});
afterAll(async () => {
  await other.end();
  await database.stop();
  await fresh.drop();
});

const count = (n: number) => ({ text: `update counted set times = times + 1 where n = ${n}` });
const counted = () => database.query({ text: 'select n, times from counted order by n' });
const circle = () => prepareDeadlock(database, [count(1)], [count(2)]);

describe('a deadlock with a rollback of this transaction', () => {
  test('is retried as a whole without an error in the work', async () => {
    const { complete: close, committed: over } = await circle();
    const reports: string[] = [];
    const answer = await database.transaction(async (connection) => {
      reports.push('begun');
      await connection.query(count(2));
      await close();
      await connection.query(count(1));
      reports.push('had both');
      return 'done';
    });
    await over;
    expect([answer, reports]).toEqual(['done', ['begun', 'begun', 'had both']]);
    expect(await counted()).toEqual([1, 2].map((n) => ({ n, times: 2 })));
  });

  test('is also retried if the work replaces the error, or receives a subsequent error first', async () => {
    const cases: ((connection: Connection) => Promise<unknown>)[] = [
      (connection) =>
        connection.query(count(1)).catch(() => {
          throw new Error('something else');
        }),
      (connection) => connection.query(count(1)).catch(() => connection.query({ text: 'select 1' })),
      (connection) => connection.query(count(1)).catch(() => 'as if it were done'),
    ];
    for (const caseName of cases) {
      const { complete: close, committed: over } = await circle();
      await database.transaction(async (connection) => {
        await connection.query(count(2));
        await close();
        await caseName(connection);
      });
      await over;
    }
    expect(await counted()).toEqual([1, 2].map((n) => ({ n, times: 2 * cases.length })));
  });

  test('is retried for a single statement', async () => {
    const { complete: close, committed: over } = await circle();
    const gate = new pg.Client(fresh.url);
    await gate.connect();
    await gate.query('select pg_advisory_lock(17)');
    const bothQueries = database.query<{ pid: number }>({
      text: `do $$ begin
        update counted set times = times + 1 where n = 2;
        perform pg_advisory_xact_lock(17);
        update counted set times = times + 1 where n = 1;
      end $$`,
    });
    const atGate = {
      text: `select from pg_locks where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`,
    };
    await expect.poll(() => database.query(atGate)).toHaveLength(1);
    await close();
    await gate.query('select pg_advisory_unlock(17)');
    await bothQueries;
    await Promise.all([over, gate.end()]);
    expect(await counted()).toEqual([1, 2].map((n) => ({ n, times: 2 })));
  });

  test('is not transient inside the work, because the whole transaction is retried', async () => {
    const refusals: unknown[] = [];
    const { complete: close, committed: over } = await circle();
    await database.transaction(async (connection) => {
      await connection.query(count(2));
      await close();
      await connection.query(count(1)).catch((error: unknown) => {
        refusals.push(isTransient(error));
        throw error;
      });
    });
    await over;
    expect(refusals).toEqual([false]);
  });
});

test('a serialization failure is retried in a transaction that sees the concurrent change', async () => {
  const errors: unknown[] = [];
  await database.transaction(async (connection) => {
    const [row] = await connection.query<{ times: number }>({ text: 'select times from counted where n = 1' });
    if (errors.push(row?.times) === 1) await other.query(count(1));
    await connection.query(count(1));
  }, 'snapshot');
  expect(errors).toEqual([0, 1]);
  expect(await counted()).toEqual([
    { n: 1, times: 2 },
    { n: 2, times: 0 },
  ]);
});

test('a repeated rollback is reported as contended after a few attempts, and not retried on a replica', async () => {
  const rollbackStatement = {
    text: `do $$ begin raise exception using errcode = '40001', message = 'as a standby does'; end $$`,
  };
  const replica = openDatabase({ url: fresh.url, readOnly: true });
  for (const [tested, maxAttempts] of [[database, 6] as const, [replica, 1] as const]) {
    let tries = 0;
    const failing = tested.transaction((connection) => {
      tries += 1;
      return connection.query(rollbackStatement);
    });
    await expect(failing).rejects.toThrow(new Contended('the object is being changed by other requests: try again'));
    await expect(tested.query(rollbackStatement)).rejects.toThrow(Contended);
    expect(tries).toBe(maxAttempts);
  }
  await replica.stop();
});

test('work that does not wait for locks and throws Contended is retried', async () => {
  let attempts = 0;
  const answer = await database.transaction(async () => {
    attempts += 1;
    if (attempts < 3) throw new Contended('another transaction has the lock');
    return attempts;
  });
  expect(answer).toBe(3);
});

test('a lock timeout is reported as temporary overload, and not retried', async () => {
  const shortTimeoutDatabase = openDatabase({ url: fresh.url, lockTimeoutMs: 50 });
  await other.query('begin');
  await other.query(count(1));
  let attempts = 0;
  const alone = await shortTimeoutDatabase.query(count(1)).catch((error: unknown) => error);
  const together = await shortTimeoutDatabase
    .transaction((connection) => {
      attempts += 1;
      return connection.query(count(1));
    })
    .catch((error: unknown) => error);
  await other.query('rollback');
  for (const refusal of [alone, together]) {
    expect([refusal instanceof Overloaded, isTransient(refusal), String(refusal)]).toEqual([
      true,
      true,
      'Overloaded: the object is being changed by other requests: try again',
    ]);
  }
  expect(attempts).toBe(1);
  await shortTimeoutDatabase.stop();
});

test('a transaction with a failed part is not reported as committed', async () => {
  const failing = database.transaction(async (connection) => {
    await connection.query(count(1));
    await connection.query({ text: 'select 1 / 0' }).catch(() => {});
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await counted()).toEqual([1, 2].map((n) => ({ n, times: 0 })));
});
