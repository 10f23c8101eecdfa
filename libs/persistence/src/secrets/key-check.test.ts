import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { requireSameKey } from './key-check.ts';
import { createSeal } from './seal.ts';

let fresh: FreshDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterEach(async () => {
  await database.stop();
  await fresh.drop();
});

const check = (key: string) =>
  requireSameKey(database, createSeal(key)).then(
    () => 'the same',
    (error: Error) => error.message,
  );
const refused =
  'SECRET_KEY is not the one this database was sealed with: set the one it had first, or put back its secret.key in DATA_DIR';

test('the first key is the one for all time', async () => {
  expect([await check('one'), await check('one'), await check('other'), await check('one')]).toEqual([
    'the same',
    'the same',
    refused,
    'the same',
  ]);
});

test('of two keys that come first together, one is first', async () => {
  expect((await Promise.all([check('one'), check('other')])).sort()).toEqual([refused, 'the same']);
});

test('a database that was not prepared is told as such', async () => {
  await database.query({ text: 'drop table key_check' });
  expect(await check('one')).toBe('the database of DATABASE_URL is not prepared: start Slipway on it first');
});
