import { expect, test } from 'vitest';
import { NotFound } from '../model/errors.ts';
import { invalidInvitation, isAcceptable, requireInvitationQuota, requireInvitee } from './invitations.ts';

const local = { username: 'Ann', external: false };
const external = { username: 'Ann', external: true };

test.each([
  ['of a new user', null, false, null],
  ['of an existing user', local, false, "Conflict: a user named 'ann' already exists"],
  [
    'of a user of an external login',
    external,
    false,
    "Invalid: username: user 'Ann' logs in by LDAP or OpenID Connect and needs no invitation",
  ],
  ['of an invited user', null, true, "Conflict: user 'ann' is invited already: revoke that invitation first"],
])('the name %s', (_, user, isInvited, expected) => {
  const check = () => requireInvitee({ username: 'ann', user, isInvited });
  if (expected === null) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ message: expected.replace(/^\w+: /, '') }));
});

test('there are at most a thousand invitations', () => {
  expect(() => requireInvitationQuota(999)).not.toThrow();
  expect(() => requireInvitationQuota(1_000)).toThrow('there can be at most 1000 invitations: revoke one first');
});

const valid = { expiresAt: 1_000, isByNonAdmin: false, wouldBeAdmin: false, isInviterTrusted: true };

test.each([
  ['before its end', valid, 999, true],
  ['at its end', valid, 1_000, false],
  ['of an inviter without the permission', { ...valid, isInviterTrusted: false }, 0, false],
  ['by an administrator for an administrator', { ...valid, wouldBeAdmin: true }, 0, true],
  ['by another user', { ...valid, isByNonAdmin: true }, 0, true],
  ['by another user for an administrator', { ...valid, isByNonAdmin: true, wouldBeAdmin: true }, 0, false],
])('an invitation %s can be accepted: %#', (_, facts, now, expected) => {
  expect(isAcceptable(facts, now)).toBe(expected);
});

test('the error for an invitation that cannot be accepted names no reason', () => {
  const error = invalidInvitation();
  expect(error).toBeInstanceOf(NotFound);
  expect(error.message).toMatchInlineSnapshot(
    `"the invitation is wrong, expired, revoked or used: ask an administrator for another one"`,
  );
});
