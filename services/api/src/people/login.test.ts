import { beforeAll, describe, expect, test } from 'vitest';
import { TooManyRequests, Unauthenticated } from '../http/errors/errors.ts';
import { createLogin } from './login.ts';
import { type Account, hashPassword } from './passwords.ts';

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword('right');
});

const credentials = (username: string, password: string) => ({ username, password });

/** Returns a lookup of accounts with one user, which records its calls. */
function directory() {
  const directoryCalls: string[] = [];
  return {
    asked: directoryCalls,
    find: async (username: string) => {
      directoryCalls.push(username);
      return username.toLowerCase() === 'ann'
        ? { username: 'ann', passwordHash, credentialVersion: 1, accessVersion: 7 }
        : null;
    },
  };
}

const ann = { username: 'ann', accessVersion: 7, restrictedTo: null, mustChangePassword: false };

describe('a login', () => {
  test('is verified once and then cached for a minute, while the stored state is unchanged', async () => {
    let now = 0;
    const { asked: directoryCalls, find } = directory();
    const login = createLogin({ find, now: () => now });
    expect(await login(credentials('ann', 'right'), '::1')).toEqual(ann);
    now = 59_999;
    expect(await login(credentials('ann', 'right'), '::1')).toEqual(ann);
    expect(directoryCalls).toEqual(['ann', 'ann']);
    now = 60_000;
    await login(credentials('ann', 'right'), '::1');
    expect(directoryCalls).toEqual(['ann', 'ann', 'ann']);
  });

  test('expires with a change of the stored state, from any process', async () => {
    let stored: Account | null = { username: 'ann', passwordHash, credentialVersion: 1, accessVersion: 7 };
    const login = createLogin({ find: async () => stored });
    const wrong = 'wrong user name or password';
    expect(await login(credentials('ann', 'right'), '::1')).toEqual(ann);
    stored = { ...stored, passwordHash: await hashPassword('new') };
    await expect(login(credentials('ann', 'right'), '::1')).rejects.toThrow(wrong);
    expect(await login(credentials('ann', 'new'), '::1')).toEqual(ann);
    stored = null;
    await expect(login(credentials('ann', 'new'), '::1')).rejects.toThrow(wrong);
  });

  test('is verified once for concurrent requests', async () => {
    const { asked: directoryCalls, find } = directory();
    const login = createLogin({ find });
    const calls = Array.from({ length: 20 }, () => login(credentials('ann', 'right'), '::1'));
    expect(await Promise.all(calls)).toEqual(calls.map(() => ann));
    expect(directoryCalls).toEqual(['ann']);
  });

  test.each([
    ['a wrong password', credentials('ann', 'wrong')],
    ['an unknown user', credentials('bob', 'right')],
  ])('fails with %s, and is not cached', async (_, value) => {
    const login = createLogin(directory());
    await expect(login(value, '::1')).rejects.toThrow(Unauthenticated);
    await expect(login(value, '::1')).rejects.toThrow(Unauthenticated);
  });

  test('that cannot be verified does not count as a failure', async () => {
    let down = true;
    const { find } = directory();
    const login = createLogin({ find: (name) => (down ? Promise.reject(new Error('down')) : find(name)) });
    for (let round = 0; round < 12; round += 1) {
      await expect(login(credentials('ann', 'right'), '::1')).rejects.toThrow('down');
    }
    down = false;
    expect(await login(credentials('ann', 'right'), '::1')).toEqual(ann);
  });
});

describe('after ten failures of one name from one address', () => {
  const failing = async () => {
    const login = createLogin(directory());
    for (let round = 0; round < 10; round += 1) {
      await expect(login(credentials('ann', `wrong ${round}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    return login;
  };

  test('the correct password is rejected with a retry time', async () => {
    const startedAt = performance.now();
    const login = await failing();
    const refusal: unknown = await login(credentials('ann', 'right'), '10.0.0.1').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    // The limit of 15 minutes starts with the first failure, which is not older than this test.
    const seconds = (refusal as TooManyRequests).retryAfterSeconds;
    expect(seconds).toBeLessThanOrEqual(900);
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(900 - (performance.now() - startedAt) / 1000));
  });

  test('a user with an earlier correct login there can log in, in any spelling of the name', async () => {
    const login = createLogin(directory());
    expect(await login(credentials('ann', 'right'), '10.0.0.1')).toEqual(ann);
    for (let round = 0; round < 10; round += 1) {
      await expect(login(credentials('ann', `wrong ${round}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    expect(await login(credentials('ANN', 'right'), '10.0.0.1')).toEqual(ann);
  });

  test('a cached login of another network does not bypass the limit', async () => {
    const login = createLogin(directory());
    expect(await login(credentials('ann', 'right'), '10.0.0.2')).toEqual(ann);
    for (let round = 0; round < 10; round += 1) {
      await expect(login(credentials('ann', `wrong ${round}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    await expect(login(credentials('ann', 'right'), '10.0.0.1')).rejects.toThrow(TooManyRequests);
    expect(await login(credentials('ann', 'right'), '10.0.0.2')).toEqual(ann);
  });

  test('logins from other addresses or with other names are not limited', async () => {
    const login = await failing();
    expect(await login(credentials('ann', 'right'), '10.0.0.2')).toEqual(ann);
    await expect(login(credentials('bob', 'right'), '10.0.0.1')).rejects.toThrow(Unauthenticated);
  });
});
