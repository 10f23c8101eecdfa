import { expect, test } from 'vitest';
import { claimAt, toExternalUser } from './oidc-login.ts';

const claimPaths = { username: 'preferred_username', fullName: 'name', email: 'email', groups: 'groups' };

test.each([
  ['groups', { groups: ['a'] }, ['a']],
  ['resource_access.slipway.roles', { resource_access: { slipway: { roles: ['a'] } } }, ['a']],
  ['https://acme.example/groups', { 'https://acme.example/groups': ['a'] }, ['a']],
  ['https://acme.example/claims.groups', { 'https://acme.example/claims': { groups: ['a'] } }, ['a']],
  ['a.b', { a: 'text' }, undefined],
  ['a.b', { a: null }, undefined],
  ['a.0', { a: ['b'] }, undefined],
  ['constructor.name', {}, undefined],
  ['__proto__.a', {}, undefined],
])('the claim at %s of %o is %o', (path, claims, expected) => {
  expect(claimAt(claims, path)).toEqual(expected);
});

const at = Math.floor(Date.now() / 1000);
const ann = { preferred_username: 'ann', iat: at };
const groupsOf = (names: readonly string[], isFresh = true) => ({ names, asOf: at * 1000, isFresh });

test('a user has the name, mail and groups of the claims', () => {
  const claims = { ...ann, name: 'Ann', email: 'a@acme.example', groups: ['x', 'x', 7, '', 'y'] };
  expect(toExternalUser(claims, claimPaths, true)).toEqual({
    username: 'ann',
    fullName: 'Ann',
    email: 'a@acme.example',
    groups: groupsOf(['x', 'y']),
  });
});

test.each([[undefined], [null], [7], [{ a: 'b' }], [[]]])('groups that are %o are empty', (groups) => {
  const described = { username: 'ann', fullName: null, email: null, groups: groupsOf([]) };
  expect(toExternalUser({ ...ann, name: 7, groups }, claimPaths, true)).toEqual(described);
});

test('one group may stand alone', () => {
  expect(toExternalUser({ ...ann, groups: 'x' }, claimPaths, false).groups).toEqual(groupsOf(['x'], false));
});

test.each([
  ['has no such claim', { iat: at }],
  ['does not say when it was made', { groups: ['x'] }],
  ['does not say so by a time', { groups: ['x'], iat: 'now' }],
])('an access token that %s contains no groups', (_, claims) => {
  expect(toExternalUser({ preferred_username: 'ann', ...claims }, claimPaths, false).groups).toBe(null);
});

test('a token of the future is not valid yet', () => {
  expect(() => toExternalUser({ ...ann, iat: at + 60 }, claimPaths, false)).toThrow('the token is not valid yet');
});

test.each([
  ['is absent', {}],
  ['is no text', { preferred_username: ['ann'] }],
  ['is empty', { preferred_username: '' }],
])('a user name that %s is rejected', (_, claims) => {
  expect(() => toExternalUser(claims, claimPaths, true)).toThrow('the provider sends no claim preferred_username');
});

test('a mail address that the provider has not verified is no user name', () => {
  const claims = { email: 'ann@acme.example', email_verified: false };
  expect(() => toExternalUser(claims, { ...claimPaths, username: 'email' }, true)).toThrow(
    'has not verified the mail address',
  );
});
