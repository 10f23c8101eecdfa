import { expect, test } from 'vitest';
import { readBasic } from './basic-credentials.ts';

const header = (text: string | Buffer, scheme = 'Basic') => `${scheme} ${Buffer.from(text).toString('base64')}`;

test.each([
  ['a name and a password', header('ann:secret'), { username: 'ann', password: 'secret' }],
  ['a password with colons', header('ann:a:b:'), { username: 'ann', password: 'a:b:' }],
  ['an empty password', header('ann:'), { username: 'ann', password: '' }],
  ['no name', header(':x'), { username: '', password: 'x' }],
  ['UTF-8', header('zoë:pässwörd'), { username: 'zoë', password: 'pässwörd' }],
  ['the scheme in any letter case', header('ann:x', 'bAsIc'), { username: 'ann', password: 'x' }],
])('reads %s', (_, value, expected) => {
  expect(readBasic(value)).toEqual(expected);
});

test.each([
  ['another scheme', header('ann:x', 'Bearer')],
  ['no colon', header('ann')],
  ['a control character', header('ann:x\u0000')],
  ['a line break', header('ann\n:x')],
  ['bytes that are no UTF-8', header(Buffer.from([0x61, 0x3a, 0xff]))],
  ['what is no base64', 'Basic ?????'],
  ['nothing after the scheme', 'Basic '],
  ['more than 8 KB', header(`ann:${'x'.repeat(9000)}`)],
])('reads nothing from %s', (_, value) => {
  expect(readBasic(value)).toBe(null);
});
