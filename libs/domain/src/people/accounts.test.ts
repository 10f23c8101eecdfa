import { describe, expect, test } from 'vitest';
import type { Permission } from '../model/catalogs/permissions.ts';
import { Conflict, Forbidden, Invalid } from '../model/errors.ts';
import {
  requireNewUser,
  requireOtherPassword,
  requirePasswordHere,
  requireRoleChange,
  requiresPreviousPassword,
  requireUserDeletion,
  requireUserRead,
  requireUserUpdate,
} from './accounts.ts';

const requesterWith = (username: string, ...granted: readonly Permission[]) => ({
  username,
  hasPermission: (permission: Permission) => granted.includes('admin') || granted.includes(permission),
});
const ann = requesterWith('ann');
const limited = { ...ann, isLimited: true } as const;
const editor = requesterWith('editor', 'security#edit');
const admin = requesterWith('admin', 'admin');

/** Returns `may`, the missing permission, or another reason for a refusal. */
function resultOf(check: () => void): string {
  try {
    check();
    return 'may';
  } catch (error) {
    if (error instanceof Forbidden) return /Permission (\S+)/.exec(error.message)?.[1] ?? '';
    return error instanceof Conflict || error instanceof Invalid ? error.message : 'unexpected';
  }
}
const target = (username: string, fields = {}) => ({ username, isAdmin: false, external: false, ...fields });
const boss = target('boss', { isAdmin: true });

test('users can view their own account, and other accounts with a permission', () => {
  expect(resultOf(() => requireUserRead(ann, 'ann'))).toBe('may');
  expect(resultOf(() => requireUserRead(ann, 'bob'))).toBe('security#edit');
  expect(resultOf(() => requireUserRead(ann, null))).toBe('security#edit');
  expect(resultOf(() => requireUserRead(editor, null))).toBe('may');
});

test('only admin creates a user with all permissions', () => {
  expect(resultOf(() => requireNewUser(ann, { isAdmin: false }))).toBe('security#edit');
  expect(resultOf(() => requireNewUser(editor, { isAdmin: false }))).toBe('may');
  expect(resultOf(() => requireNewUser(editor, { isAdmin: true }))).toBe('admin');
  expect(resultOf(() => requireNewUser(admin, { isAdmin: true }))).toBe('may');
});

describe('an update', () => {
  test.each([
    ['of the own account', ann, target('ann'), ['fullName', 'password'], 'may'],
    ['of the own login permission', ann, target('ann'), ['loginAllowed'], 'security#edit'],
    ['of the own requirement of a new password', ann, target('ann'), ['mustChangePassword'], 'security#edit'],
    ['of the same of another user', editor, target('bob'), ['mustChangePassword'], 'may'],
    [
      'of the same of an external account',
      admin,
      target('out', { external: true }),
      ['mustChangePassword'],
      "mustChangePassword: the password of user 'out' is managed by LDAP or OpenID Connect",
    ],
    ['of other users', ann, target('bob'), [], 'security#edit'],
    ['of other users with the permission', editor, target('bob'), ['loginAllowed', 'password'], 'may'],
    ['of a user with all permissions', editor, boss, ['fullName'], 'admin'],
    ['of a user with all permissions by admin', admin, boss, ['fullName'], 'may'],
    ['that changes nothing', editor, boss, [], 'may'],
    ['of the own account with a restricted token', limited, target('ann'), ['fullName'], 'security#edit'],
    ['of the own account with all permissions', requesterWith('boss', 'security#edit'), boss, ['fullName'], 'may'],
    [
      'of the login permission of admin',
      admin,
      target('admin', { isAdmin: true }),
      ['loginAllowed'],
      "cannot lock the login of user 'admin'",
    ],
    [
      'of an external account',
      admin,
      target('out', { external: true }),
      ['fullName'],
      "user 'out' is managed by an identity provider: only loginAllowed can be changed",
    ],
    [
      'of the login permission of an external account',
      admin,
      target('out', { external: true }),
      ['loginAllowed'],
      'may',
    ],
  ] as const)('%s', (_, requester, target, changed, expected) => {
    expect(resultOf(() => requireUserUpdate(requester, target, changed))).toBe(expected);
  });

  test('of a password requires the previous one for the own account only', () => {
    expect([requiresPreviousPassword(ann, 'ann'), requiresPreviousPassword(editor, 'ann')]).toEqual([true, false]);
  });
});

test.each([
  [false, 'old', 'old', 'may'],
  [true, 'old', 'old', 'newPassword: expected a password other than the current one'],
  [true, 'new', 'old', 'may'],
])('with the requirement %s, the password %s replaces %s: %s', (mustChangePassword, password, previous, expected) => {
  expect(resultOf(() => requireOtherPassword({ mustChangePassword }, password, previous))).toBe(expected);
});

test('only a password that the product stores can be required to change', () => {
  expect(resultOf(() => requirePasswordHere(target('ann')))).toBe('may');
  expect(resultOf(() => requirePasswordHere(target('out', { external: true })))).toMatch(/^mustChangePassword: /);
});

test.each([
  ['a user without the permission is refused', ann, target('bob'), 'security#edit'],
  ['a user with the permission is allowed', editor, target('bob'), 'may'],
  ['a user with all permissions is refused', editor, boss, 'admin'],
  ['a user with all permissions by admin is allowed', admin, boss, 'may'],
  ['the own account is refused', editor, target('editor'), 'users cannot delete their own account'],
  ['admin is refused', admin, target('admin', { isAdmin: true }), "the user 'admin' cannot be deleted"],
] as const)('deleting %s', (_, requester, target, expected) => {
  expect(resultOf(() => requireUserDeletion(requester, target))).toBe(expected);
});

test.each([
  [ann, null, [], 'security#edit'],
  [editor, null, ['reports#view'], 'may'],
  [editor, null, ['admin'], 'admin'],
  [editor, ['admin'], [], 'admin'],
  [editor, ['admin'], null, 'admin'],
  [editor, ['reports#view'], null, 'may'],
  [admin, ['admin'], null, 'may'],
] as const)('%o changes a role from %o to %o: %s', (requester, before, after, expected) => {
  expect(resultOf(() => requireRoleChange(requester, before, after))).toBe(expected);
});
