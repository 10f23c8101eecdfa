import { expect, test } from 'vitest';
import { canResetPassword, invalidPasswordReset, resetMailPause } from './password-reset.ts';

const user = { username: 'ann', external: false, loginAllowed: true, email: 'ann@example.com' };

test.each([
  [{}, true],
  [{ external: true }, false],
  [{ loginAllowed: false }, false],
  [{ email: null }, false],
  [{ email: 'nowhere' }, false],
  [{ email: 'ann@example.com\r\nBcc: eve@example.com' }, false],
])('a user with %j can reset the password: %s', (change, expected) => {
  expect(canResetPassword({ ...user, ...change })).toBe(expected);
});

test('each unusable link has the same error', () => {
  expect(invalidPasswordReset().message).toBe('the link is wrong, expired or used: request another one');
});

test('the pauses before a link is sent again grow to five minutes', () => {
  expect([1, 2, 3, 4, 9].map(resetMailPause)).toEqual([5_000, 30_000, 120_000, 300_000, 300_000]);
});
