import { expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';

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
