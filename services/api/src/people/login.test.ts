import { beforeAll, describe, expect, test } from 'vitest';
import { TooManyRequests, Unauthenticated } from '../http/errors/errors.ts';
import { createLogin } from './login.ts';
import type { Account } from './password-judge.ts';
import { hashPassword } from './passwords.ts';

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword('right');
});

const given = (username: string, password: string) => ({ username, password });

/** A directory with one user, which counts its requests. */
function directory() {
  const asked: string[] = [];
  return {
    asked,
    find: async (username: string) => {
      asked.push(username);
      return username.toLowerCase() === 'ann'
        ? { username: 'ann', passwordHash, credentialVersion: 1, accessVersion: 7 }
        : null;
    },
  };
}

const ann = { username: 'ann', accessVersion: 7, only: null };

describe('a login', () => {
  test('is verified once and then cached for a minute, while the stored state is unchanged', async () => {
    let now = 0;
    const { asked, find } = directory();
    const login = createLogin({ find, now: () => now });
    expect(await login(given('ann', 'right'), '::1')).toEqual(ann);
    now = 59_999;
    expect(await login(given('ann', 'right'), '::1')).toEqual(ann);
    expect(asked).toEqual(['ann', 'ann']);
    now = 60_000;
    await login(given('ann', 'right'), '::1');
    expect(asked).toEqual(['ann', 'ann', 'ann']);
  });

  test('expires with a change of the stored state, from any process', async () => {
    let stored: Account | null = { username: 'ann', passwordHash, credentialVersion: 1, accessVersion: 7 };
    const login = createLogin({ find: async () => stored });
    const wrong = 'wrong user name or password';
    expect(await login(given('ann', 'right'), '::1')).toEqual(ann);
    stored = { ...stored, passwordHash: await hashPassword('new') };
    await expect(login(given('ann', 'right'), '::1')).rejects.toThrow(wrong);
    expect(await login(given('ann', 'new'), '::1')).toEqual(ann);
    stored = null;
    await expect(login(given('ann', 'new'), '::1')).rejects.toThrow(wrong);
  });

  test('is verified once for requests at the same time', async () => {
    const { asked, find } = directory();
    const login = createLogin({ find });
    const calls = Array.from({ length: 20 }, () => login(given('ann', 'right'), '::1'));
    expect(await Promise.all(calls)).toEqual(calls.map(() => ann));
    expect(asked).toEqual(['ann']);
  });

  test.each([
    ['a wrong password', given('ann', 'wrong')],
    ['an unknown user', given('bob', 'right')],
  ])('fails with %s, and is not cached', async (_, value) => {
    const login = createLogin(directory());
    await expect(login(value, '::1')).rejects.toThrow(Unauthenticated);
    await expect(login(value, '::1')).rejects.toThrow(Unauthenticated);
  });

  test('that cannot be checked counts as no failure', async () => {
    let down = true;
    const { find } = directory();
    const login = createLogin({ find: (name) => (down ? Promise.reject(new Error('down')) : find(name)) });
    for (let time = 0; time < 12; time += 1) {
      await expect(login(given('ann', 'right'), '::1')).rejects.toThrow('down');
    }
    down = false;
    expect(await login(given('ann', 'right'), '::1')).toEqual(ann);
  });
});

describe('after ten failures of one name from one address', () => {
  const failing = async () => {
    const login = createLogin(directory());
    for (let time = 0; time < 10; time += 1) {
      await expect(login(given('ann', `wrong ${time}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    return login;
  };

  test('even the right password has to wait', async () => {
    const began = performance.now();
    const login = await failing();
    const refusal: unknown = await login(given('ann', 'right'), '10.0.0.1').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    // the quarter of an hour began with a failure, at most as long ago as this test did
    const seconds = (refusal as TooManyRequests).retryAfterSeconds;
    expect(seconds).toBeLessThanOrEqual(900);
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(900 - (performance.now() - began) / 1000));
  });

  test('do not keep out who was right there before, however they write their name', async () => {
    const login = createLogin(directory());
    expect(await login(given('ann', 'right'), '10.0.0.1')).toEqual(ann);
    for (let time = 0; time < 10; time += 1) {
      await expect(login(given('ann', `wrong ${time}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    expect(await login(given('ANN', 'right'), '10.0.0.1')).toEqual(ann);
  });

  test('a password that is cached for another network cannot be guessed from here', async () => {
    const login = createLogin(directory());
    expect(await login(given('ann', 'right'), '10.0.0.2')).toEqual(ann);
    for (let time = 0; time < 10; time += 1) {
      await expect(login(given('ann', `wrong ${time}`), '10.0.0.1')).rejects.toThrow(Unauthenticated);
    }
    await expect(login(given('ann', 'right'), '10.0.0.1')).rejects.toThrow(TooManyRequests);
    expect(await login(given('ann', 'right'), '10.0.0.2')).toEqual(ann);
  });

  test('other addresses and other names are accepted', async () => {
    const login = await failing();
    expect(await login(given('ann', 'right'), '10.0.0.2')).toEqual(ann);
    await expect(login(given('bob', 'right'), '10.0.0.1')).rejects.toThrow(Unauthenticated);
  });
});
