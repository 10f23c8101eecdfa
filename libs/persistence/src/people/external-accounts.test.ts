import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { storeExternalUser } from './external-users.ts';
import { readAccessVersion } from './grants.ts';
import { addAccount } from './user-accounts.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const loginBy = (source: 'ldap' | 'oidc', username: string) => ({
  username,
  source,
  fullName: 'Told',
  email: null,
  address: '::1',
  groups: null,
  isValidName: true,
  isNotGroup: false,
});
const second = Date.parse('2026-11-22T12:00:00Z');
/** The groups of a token that was issued this number of seconds later. */
const groupClaim = (seconds: number, ...names: readonly string[]) => ({
  names,
  asOf: second + seconds * 1000,
  isFresh: false,
});
const freshGroupClaim = (seconds: number, ...names: readonly string[]) => ({
  ...groupClaim(seconds, ...names),
  isFresh: true,
});
const groupsOf = async (username: string) => {
  const text = `select groups from users where username = '${username}'`;
  return (await database.query<{ readonly groups: readonly string[] }>({ text }))[0]?.groups;
};
const writes = async () =>
  (await database.query({ text: 'select xmin::text, groups_as_of from users order by 1' })).flat();

test('stores only newer groups, so that an old token cannot restore groups', async () => {
  const after: unknown[] = [];
  for (const groups of [
    groupClaim(10, 'a', 'b'),
    groupClaim(5, 'old'),
    null,
    groupClaim(10, 'same second'),
    freshGroupClaim(10, 'answer'),
    groupClaim(11),
    freshGroupClaim(10, 'late'),
    groupClaim(20, 'c'),
  ]) {
    expect(await storeExternalUser(database, { ...loginBy('oidc', 'ann'), groups })).toMatchObject({ kind: 'user' });
    after.push((await groupsOf('ann'))?.join(' '));
  }
  expect(after).toEqual(['a b', 'a b', 'a b', 'a b', 'answer', '', '', 'c']);
});

test('stores the groups of the newer one of two concurrent tokens, in any order', async () => {
  await storeExternalUser(database, { ...loginBy('oidc', 'bea'), groups: groupClaim(0) });
  const tokens = Array.from({ length: 8 }, (_, index) =>
    groupClaim(((index * 5) % 8) + 1, `at ${((index * 5) % 8) + 1}`),
  );
  await Promise.all(tokens.map((groups) => storeExternalUser(database, { ...loginBy('oidc', 'bea'), groups })));
  expect(await groupsOf('bea')).toEqual(['at 8']);
});

test('stores a newer token with the same groups without invalidating permissions', async () => {
  await storeExternalUser(database, { ...loginBy('oidc', 'cid'), groups: groupClaim(10, 'x') });
  const version = await readAccessVersion(database);
  await storeExternalUser(database, { ...loginBy('oidc', 'cid'), groups: groupClaim(30, 'X') });
  await storeExternalUser(database, { ...loginBy('oidc', 'cid'), groups: groupClaim(20, 'y') });
  expect([await groupsOf('cid'), await readAccessVersion(database)]).toEqual([['x'], version]);
  const before = await writes();
  for (const groups of [groupClaim(30, 'x'), null, groupClaim(5)])
    await storeExternalUser(database, { ...loginBy('oidc', 'cid'), groups });
  expect(await writes()).toEqual(before);
});

test('rejects a login from another source for an existing account', async () => {
  await storeExternalUser(database, loginBy('ldap', 'dan'));
  const other = { ...loginBy('oidc', 'DAN'), groups: groupClaim(99, 'admins') };
  expect(await storeExternalUser(database, other)).toEqual({ kind: 'elsewhere', source: 'ldap' });
  expect(await groupsOf('dan')).toEqual([]);
});

test('assigns an account without a source to the first login, also with two concurrent ones', async () => {
  const draft = {
    fullName: null,
    email: 'own@acme.example',
    loginAllowed: true,
    mustChangePassword: false,
    profile: {},
    passwordHash: null,
  } as const;
  await addAccount(database, { ...draft, username: 'eve', external: true, passwordOfOther: false });
  const first = await Promise.all(
    [loginBy('ldap', 'eve'), loginBy('oidc', 'eve')].map((login) => storeExternalUser(database, login)),
  );
  expect(first.map(({ kind }) => kind).toSorted()).toEqual(['elsewhere', 'user']);
  const text = `select full_name, email from users where username = 'eve'`;
  expect(await database.query({ text })).toEqual([{ full_name: 'Told', email: 'own@acme.example' }]);
});

test('rejects a new user whose name is in a role, unless the name is known not to be a group', async () => {
  await database.query({ text: `insert into roles values ('Role1', 'Ops', '{security#edit}')` });
  await database.query({ text: `insert into role_principals values ('Role1', 'fay', 'Fay')` });
  expect(await storeExternalUser(database, loginBy('oidc', 'FAY'))).toEqual({ kind: 'named' });
  expect(await groupsOf('FAY')).toBe(undefined);
  expect(await storeExternalUser(database, { ...loginBy('oidc', 'fay'), isNotGroup: true })).toMatchObject({
    kind: 'user',
  });
});

test('accepts an existing user with a name that is invalid for new users', async () => {
  const invalidLogin = { ...loginBy('ldap', 'a/b'), isValidName: false };
  expect(await storeExternalUser(database, invalidLogin)).toEqual({ kind: 'unfit' });
  await database.query({ text: `insert into users (username, external) values ('A/b', true)` });
  expect(await storeExternalUser(database, invalidLogin)).toMatchObject({ kind: 'user', user: { username: 'A/b' } });
});
