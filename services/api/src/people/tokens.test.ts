import { type Database, openDatabase } from '@slipway/persistence/database';
import { addToken, addUser, findTokenLogin } from '@slipway/persistence/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { createTokenLogin, createTokenText, hashSecret, isToken } from './tokens.ts';

test('a new token is rpa_ with 40 hexadecimal digits, and unique', () => {
  const made = Array.from({ length: 1_000 }, createTokenText);
  expect(made.filter((text) => !/^rpa_[0-9a-f]{40}$/.test(text))).toEqual([]);
  expect(made.filter((text) => !isToken(text))).toEqual([]);
  expect(new Set(made.map((text) => text.slice(0, 36))).size).toBe(1_000);
});

test('the last eight digits are the CRC-32 of the text before them', () => {
  expect(isToken('rpa_000102030405060708090a0b0c0d0e0f2f5e9d5a')).toBe(false);
  expect(isToken('rpa_000102030405060708090a0b0c0d0e0fe18c75fb')).toBe(true);
});

test.each(Array.from({ length: 40 }, (_, index) => index))('a change of digit %i makes the token invalid', (index) => {
  const text = createTokenText();
  const at = 4 + index;
  const otherCharacter = text[at] === '0' ? '1' : '0';
  expect(isToken(text.slice(0, at) + otherCharacter + text.slice(at + 1))).toBe(false);
});

test.each([
  '',
  'rpa_',
  `${createTokenText()} `,
  createTokenText().toUpperCase(),
  createTokenText().slice(0, -1),
  `x${createTokenText()}`,
])('%j is not a token', (text) => {
  expect(isToken(text)).toBe(false);
});

test('the stored text reveals nothing about the token', () => {
  expect(hashSecret('rpa_0')).toBe('LULwJ3R5kH01MRJ6SQWQqRfKF763MHTpt_7Ny-Brkqo');
});

let fresh: FreshDatabase;
let database: Database;
const [own, few, unknown] = [createTokenText(), createTokenText(), createTokenText()];
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 1 });
  await addUser(database, { username: 'Ann', passwordHash: null, fullName: null, email: null });
  const token = { username: 'ann', expiresAt: null, isSetByNonAdmin: false };
  await addToken(database, { ...token, id: 'Token1', note: 'own', hash: hashSecret(own), permissions: null });
  const permissions = ['audit#view', 'once#known'];
  await addToken(database, { ...token, id: 'Token2', note: 'few', hash: hashSecret(few), permissions });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

/** A login with tokens that records its lookups. */
function counting() {
  const lookups: string[] = [];
  const login = createTokenLogin((hash) => {
    lookups.push(hash);
    return findTokenLogin(database, hash);
  });
  return { asked: lookups, login };
}

test('a login with a token takes one statement, and returns its user and permissions', async () => {
  const { asked: lookups, login } = counting();
  const identity = { username: 'Ann', accessVersion: expect.any(Number), account: expect.any(String) };
  expect(await login(own)).toEqual({ id: 'Token1', identity: { ...identity, restrictedTo: null } });
  expect(lookups).toHaveLength(1);
  expect(await login(few)).toEqual({ id: 'Token2', identity: { ...identity, restrictedTo: ['audit#view'] } });
  expect(lookups).toHaveLength(2);
});

test('simultaneous requests share a lookup, and later requests do not join a running lookup', async () => {
  const { asked: lookups, login } = counting();
  await Promise.all(Array.from({ length: 50 }, () => login(own)));
  expect(lookups).toHaveLength(1);
  const running = login(own);
  await expect.poll(() => lookups.length).toBe(2);
  await Promise.all([running, login(own), login(own)]);
  expect(lookups).toHaveLength(3);
});

test('a login with an invalid token takes no statement', async () => {
  const { asked: lookups, login } = counting();
  for (const text of ['', 'rpa_', own.slice(0, -1), `${own}0`, own.toUpperCase()]) {
    await expect(login(text)).rejects.toThrow('the personal access token is invalid or was deleted');
  }
  expect(lookups).toEqual([]);
});

test('a login with an unknown token takes less than a millisecond', async () => {
  const { login } = counting();
  const durations: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    const startedAt = performance.now();
    await login(unknown).catch(() => null);
    durations.push(performance.now() - startedAt);
  }
  expect(Math.min(...durations)).toBeLessThan(1);
});
