import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createSeal, deleteKey, readSealingKeys, requireKeys } from './seal.ts';

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

const check = (key: string, previous?: string) =>
  requireKeys(database, createSeal(key, previous)).then(
    () => 'let in',
    (error: Error) => error.message,
  );
const id = (key: string) => createSeal(key).keyId;
const refused = (key: string) =>
  `SECRET_KEY is not the key of this database: set the key with the id ${id(key)}, or restore its secret.key in DATA_DIR`;
const missingKeyError = (key: string) =>
  `some secrets are encrypted with the key ${id(key)}, which is neither SECRET_KEY nor SECRET_KEY_PREVIOUS: set it as SECRET_KEY_PREVIOUS, then run npm run reseal`;

test('requires the first key until another one is added with it', async () => {
  expect([await check('one'), await check('one'), await check('other'), await check('one')]).toEqual([
    'let in',
    'let in',
    refused('one'),
    'let in',
  ]);
});

test('stores only one of two first keys that are added concurrently', async () => {
  const keyEndings = await Promise.all([check('one'), check('other')]);
  expect([
    ['let in', refused('one')],
    [refused('other'), 'let in'],
  ]).toContainEqual(keyEndings);
});

test('adds a second key with the first one, and requires both until the first one is deleted', async () => {
  expect(await check('one')).toBe('let in');
  expect(await check('one', 'two')).toBe('let in');
  expect(await readSealingKeys(database)).toEqual([id('one')]);
  expect(await check('two')).toBe(refused('one'));
  expect(await check('two', 'one')).toBe('let in');
  expect(await readSealingKeys(database)).toEqual([id('one'), id('two')].toSorted());
  expect([await check('two'), await check('one')]).toEqual([missingKeyError('one'), missingKeyError('two')]);
  expect(await check('one', 'two')).toBe('let in');
  await deleteKey(database, createSeal('two', 'one'), id('one'));
  expect([await check('two'), await check('one')]).toEqual(['let in', refused('two')]);
  expect(await readSealingKeys(database)).toEqual([id('two')]);
});

test('accepts the key of a database that the previous version has created', async () => {
  await database.query({ text: 'insert into key_check (sealed) values ($1)' }, [
    createSeal('one').seal('key-check', 'slipway'),
  ]);
  expect([await check('two'), await check('one')]).toEqual([refused('one'), 'let in']);
  expect(await readSealingKeys(database)).toEqual([id('one')]);
});

test('reports a database without migrations', async () => {
  await database.query({ text: 'drop table key_check' });
  expect(await check('one')).toBe('the database of DATABASE_URL is not prepared: start Slipway on it first');
});
