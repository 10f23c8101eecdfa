import { expect, test } from 'vitest';
import { createPasswordJudge } from './password-judge.ts';
import { newToken } from './tokens/token-text.ts';

test('the directory gets all users but admin, and never a personal token in place of a password', async () => {
  const asked: string[] = [];
  const directory = async (username: string, password: string) => {
    asked.push(`${username} ${password}`);
    return null;
  };
  const judge = createPasswordJudge({ find: async () => null, directory });
  for (const [username, password] of [
    ['ann', 'secret'],
    ['ann', newToken()],
    ['Admin', 'secret'],
    ['bob', 'rpa_ but no token'],
  ] as const) {
    expect(await judge(username, password, '::1')).toEqual({ account: null, isRight: false });
  }
  expect(asked).toEqual(['ann secret', 'bob rpa_ but no token']);
});
