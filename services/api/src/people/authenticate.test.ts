import { expect, test } from 'vitest';
import { readBasic, readCredentials } from './authenticate.ts';

const client = { address: '10.0.0.1', isSecure: false, ownHosts: [] };
const token = 'rpa_000102030405060708090a0b0c0d0e0fe18c75fb';
const session = 'a'.repeat(43);
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const on = { kind: 'token', text: token, isAutomatic: false };
const maybe = { ...on, isAutomatic: true };

test.each([
  ['a request without credentials', {}, { kind: 'none' }],
  ['a token in the token header', { 'x-release-personal-token': token }, on],
  ['an empty token header', { 'x-release-personal-token': '' }, { kind: 'none' }],
  ['an invalid token in the token header', { 'x-release-personal-token': 'undefined' }, { ...on, text: 'undefined' }],
  ['a token as Bearer', { authorization: `Bearer ${token}` }, on],
  ['a token as bearer in lower case', { authorization: `bearer  ${token} ` }, on],
  ['a Bearer token of another issuer', { authorization: 'Bearer a.b.c' }, { kind: 'bearer', text: 'a.b.c' }],
  ['a token as the password without a user name', { authorization: basic(`:${token}`) }, maybe],
  ['a token as the user name', { authorization: basic(`${token}:`) }, maybe],
  [
    'a user name with a token as its password',
    { authorization: basic(`ann:${token}`) },
    { kind: 'password', username: 'ann', password: token },
  ],
  ['a password without a user name', { authorization: basic(':x') }, { kind: 'none' }],
  ['an unsupported scheme', { authorization: 'Digest x' }, { kind: 'none' }],
  ['a session', { cookie: `slipway=${session}` }, { kind: 'session', value: session }],
  [
    'a session and a password',
    { cookie: `slipway=${session}`, authorization: basic('ann:x') },
    { kind: 'password', username: 'ann', password: 'x' },
  ],
  ['a session and a token', { cookie: `slipway=${session}`, 'x-release-personal-token': token }, on],
])('reads the credentials of %s', (_, headers, expected) => {
  expect(readCredentials({ headers }, client)).toEqual(expected);
});

const header = (text: string | Buffer, scheme = 'Basic') => `${scheme} ${Buffer.from(text).toString('base64')}`;

test.each([
  ['a name and a password', header('ann:secret'), { username: 'ann', password: 'secret' }],
  ['a password with colons', header('ann:a:b:'), { username: 'ann', password: 'a:b:' }],
  ['an empty password', header('ann:'), { username: 'ann', password: '' }],
  ['an empty user name', header(':x'), { username: '', password: 'x' }],
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
  ['invalid UTF-8', header(Buffer.from([0x61, 0x3a, 0xff]))],
  ['invalid base64', 'Basic ?????'],
  ['nothing after the scheme', 'Basic '],
  ['more than 8 KB', header(`ann:${'x'.repeat(9000)}`)],
])('returns null for %s', (_, value) => {
  expect(readBasic(value)).toBe(null);
});
