import { expect, test } from 'vitest';
import { createTokenText } from './tokens/token-text.ts';
import { createPasswordVerifier } from './verify-password.ts';

test('the directory gets all users but admin, and never a personal token in place of a password', async () => {
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
