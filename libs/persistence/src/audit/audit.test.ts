import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { deleteExpiredAudit, type LoginAttempts, readAudit, recordLoginAttempts, writeAudit } from './audit-log.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const page = { limit: 100, offset: 0 };
const actor = { username: 'Ann', address: '10.0.0.1' };
const failed = (fields: Partial<LoginAttempts>): LoginAttempts => ({
  action: 'LOGIN_FAILED',
  username: 'ann',
  address: '10.0.0.9',
  by: 'password',
  count: 1,
  ...fields,
});

test('stores an entry with the user and the change only if the change is committed', async () => {
  const line = { actor, action: 'USER_CREATED', subject: 'Bob', before: null, after: { fullName: 'Bob' } } as const;
  await writeAudit(database, line);
  const rolledBack = database.transaction(async (connection) => {
    await writeAudit(connection, { ...line, subject: 'Nobody' });
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  expect(await readAudit(database, {}, page)).toEqual([
    {
      seq: expect.any(Number),
      at: expect.any(Number),
      action: 'USER_CREATED',
      username: 'Ann',
      address: '10.0.0.1',
      subject: 'Bob',
      before: null,
      after: { fullName: 'Bob' },
      count: 1,
      lastAt: null,
    },
  ]);
});

test('filters entries by user, subject, action, address and time, and pages them', async () => {
  await writeAudit(database, { actor, action: 'ROLE_DELETED', subject: 'Ops', before: {}, after: null });
  const subjects = async (
    ...filterAndPage: Parameters<typeof readAudit> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await readAudit(database, ...filterAndPage)).map(({ subject }) => subject);
  expect(await subjects({ username: 'ANN' }, page)).toEqual(['Ops', 'Bob']);
  expect(await subjects({ subject: 'bob' }, page)).toEqual(['Bob']);
  expect(await subjects({ actions: ['ROLE_DELETED', 'ROLE_RENAMED'] }, page)).toEqual(['Ops']);
  expect(await subjects({ address: '10.0.0.2' }, page)).toEqual([]);
  expect(await subjects({ from: Date.now() + 60_000 }, page)).toEqual([]);
  expect(await subjects({ from: Date.now() - 60_000, to: Date.now() + 60_000 }, page)).toEqual(['Ops', 'Bob']);
  expect(await subjects({}, { limit: 1, offset: 1 })).toEqual(['Bob']);
});

test('combines equal attempts within one hour from all processes in one entry', async () => {
  await recordLoginAttempts(database, []);
  await Promise.all([
    recordLoginAttempts(database, [failed({ count: 3 }), failed({ username: 'ANN' }), failed({ username: null })]),
    recordLoginAttempts(database, [failed({ username: null, count: 5 }), failed({ count: 2 })]),
  ]);
  const lines = await readAudit(database, { actions: ['LOGIN_FAILED'] }, page);
  expect(
    lines.map(({ username, subject, count }) => `${username?.toLowerCase()} ${subject} ${count}`).toSorted(),
  ).toEqual(['ann password 6', 'undefined password 6']);
  expect(lines.every(({ at, lastAt }) => lastAt !== null && lastAt >= at)).toBe(true);
});

test('deletes expired entries in batches', async () => {
  await database.query({ text: `update audit set at = now() - interval '40 days', last_at = null` });
  expect(await deleteExpiredAudit(database, 41, 10)).toBe(0);
  expect(await deleteExpiredAudit(database, 39, 3)).toBe(3);
  expect(await deleteExpiredAudit(database, 39, 3)).toBe(1);
});
