import { expect, test } from 'vitest';
import {
  requireNoToken,
  requireSelf,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokenQuota,
  requireTokensOf,
} from './tokens.ts';

const day = 24 * 3_600_000;
const wish = { note: 'build', permissions: null, expiresAt: null };
const owner = { hasPermission: (permission: string) => permission === 'runner#registration' };

test.each([
  ['all permissions of its owner, without an expiry date', {}],
  ['a permission of its owner', { permissions: ['runner#registration'] }],
  ['no permissions', { permissions: [] }],
  ['a millisecond', { expiresAt: 1 }],
  ['a year', { expiresAt: 366 * day }],
  ['a long note', { note: 'é'.repeat(255) }],
])('a token for %s is accepted', (_, note) => {
  expect(requireToken({ ...wish, ...note }, owner, 0)).toBe(undefined);
});

const notes = 'tokenNote: expected 1 to 255 characters without control characters';
const dates = 'expiryDate: expected a future date within one year, or no value for a token that does not expire';
test.each([
  ['no note', { note: ' ' }, notes],
  ['a note that is too long', { note: 'x'.repeat(256) }, notes],
  ['a note of two lines', { note: 'a\nb' }, notes],
  ['a past expiry date', { expiresAt: 0 }, dates],
  ['an expiry date after more than a year', { expiresAt: 366 * day + 1 }, dates],
  [
    'a local permission',
    { permissions: ['release#view'] },
    "globalPermissions: there is no global permission 'release#view'",
  ],
  [
    'a permission that its owner lacks',
    { permissions: ['runner#registration', 'audit#view'] },
    'Permission audit#view on APPLICATIONS on Applications is not granted to you.',
  ],
])('a token for %s is rejected', (_, note, message) => {
  expect(() => requireToken({ ...wish, ...note }, owner, 0)).toThrow(message);
});

test('a caller with a token cannot create tokens', () => {
  for (const by of ['password', 'session'] as const) expect(requireNoToken(by, 'createToken')).toBe(undefined);
  expect(() => requireNoToken('token', 'createToken')).toThrow(
    'a personal access token cannot create a token: log in with a password or a session',
  );
  expect(() => requireNoToken('provider', 'createToken')).toThrow(
    'an access token of the identity provider cannot create a token: log in with a password or a session',
  );
});

test('a caller with a restricted token does not count as the user', () => {
  expect(requireSelf({}, 'saveViews')).toBe(undefined);
  expect(() => requireSelf({ isLimited: true }, 'saveViews')).toThrow(
    'a token with restricted permissions cannot save views: log in as yourself',
  );
});

const requester = (...permissions: readonly string[]) => ({
  username: 'ann',
  hasPermission: (permission: string) => permissions.includes(permission),
});
const service = { username: 'robot', isAdmin: false, canLogIn: false };
const missingPermissionOf = (permission: string) =>
  `Permission ${permission} on APPLICATIONS on Applications is not granted to you.`;

test('users create their own tokens', () => {
  expect(requireTokenFor(requester(), { username: 'ann', isAdmin: true, canLogIn: true })).toBe(undefined);
});

test('a token of a service account requires the permission to change users, and admin if the account has all permissions', () => {
  expect(requireTokenFor(requester('security#edit'), service)).toBe(undefined);
  expect(() => requireTokensOf(requester(), service)).toThrow(missingPermissionOf('security#edit'));
  const mighty = { ...service, isAdmin: true };
  expect(() => requireTokensOf(requester('security#edit'), mighty)).toThrow(missingPermissionOf('admin'));
  expect(requireTokensOf(requester('security#edit', 'admin'), mighty)).toBe(undefined);
});

test('a token of another user who can log in cannot be created', () => {
  const interactiveUser = { ...service, canLogIn: true };
  expect(requireTokensOf(requester('security#edit'), interactiveUser)).toBe(undefined);
  expect(() => requireTokenFor(requester('security#edit'), interactiveUser)).toThrow(
    "user 'robot' can log in and must create their own tokens",
  );
});

test('a user has at most 200 tokens', () => {
  expect(requireTokenQuota(199)).toBe(undefined);
  expect(() => requireTokenQuota(200)).toThrow('a user can have at most 200 personal access tokens');
});

test.each([
  ['their own user', requester(), true, null],
  ['another user, as admin', requester('admin'), false, null],
  ['another user, without the permission admin', requester('security#edit'), false, missingPermissionOf('admin')],
])('a caller can create a token of %s', (_, caller, isOwn, refused) => {
  const create = () => requireTokenOfNamed(caller, isOwn);
  if (refused === null) expect(create).not.toThrow();
  else expect(create).toThrow(refused);
});
