import { expect, test } from 'vitest';
import { maskedHost } from './effect.ts';

const secret = 'Hunter2?Hunter2';

test.each([
  ['hexadecimal digits', Buffer.from(secret).toString('hex')],
  ['base64 in lowercase', Buffer.from(secret).toString('base64url').toLowerCase()],
  ['lowercase letters', 'hunter2?hunter2'],
])('a host that contains a password is not logged: %s', (_, host) => {
  expect(maskedHost(`${host}.example:81`, [secret])).toBe('********');
  expect(maskedHost(`${host.slice(4)}.example:81`, ['other', 'abc'])).toBe(`${host.slice(4)}.example:81`);
});
