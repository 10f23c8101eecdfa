import { expect, test } from 'vitest';
import { shownHost } from './said.ts';

const secret = 'Hunter2?Hunter2';

test.each([
  ['hexadecimal digits', Buffer.from(secret).toString('hex')],
  ['base64 of which a host has small letters', Buffer.from(secret).toString('base64url').toLowerCase()],
  ['small letters', 'hunter2?hunter2'],
])('a host that a script makes of a password is not shown: %s', (_, made) => {
  expect(shownHost(`${made}.example:81`, [secret])).toBe('********');
  expect(shownHost(`${made.slice(4)}.example:81`, ['other', 'abc'])).toBe(`${made.slice(4)}.example:81`);
});
