import { beforeAll, expect, test } from 'vitest';
import {
  createDefaultPasswordCheck,
  createPasswordVerifier,
  defaultPassword,
  hashPassword,
  passwordMatches,
} from './passwords.ts';
import { createTokenText } from './tokens.ts';

test('the directory receives no logins of admin, and no personal access tokens as passwords', async () => {
  const directoryCalls: string[] = [];
  const directory = async (username: string, password: string) => {
    directoryCalls.push(`${username} ${password}`);
    return null;
  };
  const verifyPassword = createPasswordVerifier({ find: async () => null, directory });
  for (const [username, password] of [
    ['ann', 'secret'],
    ['ann', createTokenText()],
    ['Admin', 'secret'],
    ['bob', 'rpa_ but no token'],
  ] as const) {
    expect(await verifyPassword(username, password, '::1')).toEqual({ account: null, isRight: false });
  }
  expect(directoryCalls).toEqual(['ann secret', 'bob rpa_ but no token']);
});

let first: string;
let chosen: string;
beforeAll(async () => {
  [first, chosen] = await Promise.all([hashPassword(defaultPassword), hashPassword('chosen')]);
});

/** A check with its stored hash and the number of its verifications. They fail while `fails` is true. */
function checking() {
  const state = { stored: first, fails: false, verified: 0 };
  const isDefault = createDefaultPasswordCheck({
    find: async () => ({ passwordHash: state.stored }),
    matches: async (password, stored) => {
      state.verified += 1;
      if (state.fails) throw new Error('no memory');
      return await passwordMatches(password, stored);
    },
  });
  return { state, isDefault };
}

test('the default password is verified once for each stored hash', async () => {
  const { state, isDefault } = checking();
  expect(await Promise.all([isDefault(), isDefault(), isDefault()])).toEqual([true, true, true]);
  expect(state.verified).toBe(1);
  state.stored = chosen;
  expect([await isDefault(), await isDefault(), state.verified]).toEqual([false, false, 2]);
});

test('an error of the verification affects one request, and the next one verifies again', async () => {
  const { state, isDefault } = checking();
  state.fails = true;
  await expect(isDefault()).rejects.toThrow('no memory');
  state.fails = false;
  expect([await isDefault(), await isDefault(), state.verified]).toEqual([true, true, 2]);
});
