import { expect, test } from 'vitest';
import { readBasic, readCredentials } from './authenticate.ts';

const client = { address: '10.0.0.1', isSecure: false, ownHosts: [] };
const token = 'rpa_000102030405060708090a0b0c0d0e0fe18c75fb';
const session = 'a'.repeat(43);
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const on = { kind: 'token', text: token, isAutomatic: false };
const maybe = { ...on, isAutomatic: true };

test.each([
  ['nothing', {}, { kind: 'none' }],
  ['a token in its own header', { 'x-release-personal-token': token }, on],
  ['an empty header for one', { 'x-release-personal-token': '' }, { kind: 'none' }],
  ['what somebody meant to be one', { 'x-release-personal-token': 'undefined' }, { ...on, text: 'undefined' }],
  ['a token as Bearer', { authorization: `Bearer ${token}` }, on],
  ['a token as bearer', { authorization: `bearer  ${token} ` }, on],
  ['somebody else’s Bearer', { authorization: 'Bearer a.b.c' }, { kind: 'bearer', text: 'a.b.c' }],
  ['a token as the password of nobody', { authorization: basic(`:${token}`) }, maybe],
  ['a token as user name', { authorization: basic(`${token}:`) }, maybe],
  [
    'a name with a token as its password',
    { authorization: basic(`ann:${token}`) },
    { kind: 'password', username: 'ann', password: token },
  ],
  ['nobody with a password', { authorization: basic(':x') }, { kind: 'none' }],
  ['what is no login', { authorization: 'Digest x' }, { kind: 'none' }],
  ['a session', { cookie: `slipway=${session}` }, { kind: 'session', value: session }],
  [
    'a session beside a password',
    { cookie: `slipway=${session}`, authorization: basic('ann:x') },
    { kind: 'password', username: 'ann', password: 'x' },
  ],
  ['a session beside a token', { cookie: `slipway=${session}`, 'x-release-personal-token': token }, on],
])('%s', (_, headers, expected) => {
  expect(readCredentials({ headers }, client)).toEqual(expected);
});

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
