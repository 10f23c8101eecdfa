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

test('a user has the name, email address and groups of the claims', () => {
  const claims = { ...ann, name: 'Ann', email: 'a@acme.example', groups: ['x', 'x', 7, '', 'y'] };
  expect(toExternalUser(claims, claimPaths, true)).toEqual({
    username: 'ann',
    fullName: 'Ann',
    email: 'a@acme.example',
    groups: groupsOf(['x', 'y']),
  });
});

test.each([[undefined], [null], [7], [{ a: 'b' }], [[]]])('a groups claim of %o means no groups', (groups) => {
  const described = { username: 'ann', fullName: null, email: null, groups: groupsOf([]) };
  expect(toExternalUser({ ...ann, name: 7, groups }, claimPaths, true)).toEqual(described);
});

test('a single group can be a text instead of a list', () => {
  expect(toExternalUser({ ...ann, groups: 'x' }, claimPaths, false).groups).toEqual(groupsOf(['x'], false));
});

test.each([
  ['has no groups claim', { iat: at }],
  ['has no time of issue', { groups: ['x'] }],
  ['has an invalid time of issue', { groups: ['x'], iat: 'now' }],
])('an access token that %s returns null for groups', (_, claims) => {
  expect(toExternalUser({ preferred_username: 'ann', ...claims }, claimPaths, false).groups).toBe(null);
});

test('a token with a future time of issue is rejected', () => {
  expect(() => toExternalUser({ ...ann, iat: at + 60 }, claimPaths, false)).toThrow('the token is not valid yet');
});

test.each([
  ['is absent', {}],
  ['is not a text', { preferred_username: ['ann'] }],
  ['is empty', { preferred_username: '' }],
])('a user name that %s is rejected', (_, claims) => {
  expect(() => toExternalUser(claims, claimPaths, true)).toThrow('the provider sends no claim preferred_username');
});

test('an email address that the provider has not verified is rejected as the user name', () => {
  const claims = { email: 'ann@acme.example', email_verified: false };
  expect(() => toExternalUser(claims, { ...claimPaths, username: 'email' }, true)).toThrow(
    'has not verified the email address',
  );
});
