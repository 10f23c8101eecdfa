import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { readAudit } from '../audit/audit-log.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { storeExternalUser } from './external-users.ts';
import { readAccessVersion, readGrants } from './grants.ts';
import { addUser } from './users.ts';

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

/** The current groups in a response of a directory. */
const groupClaim = (names: readonly string[]) => ({ names, asOf: null, isFresh: true });
const alice = {
  username: 'Alice',
  fullName: 'Alice A',
  email: 'a@acme.example',
  source: 'ldap',
  groups: groupClaim(['Dev', 'ops']),
  address: '::1',
  isValidName: true,
  isNotGroup: false,
} as const;
const groupsOf = async (username: string) => {
  const [row] = await database.query<{ readonly groups: readonly string[] }>({
    text: `select groups from users where username = '${username}'`,
  });
  return row?.groups;
};

test('the first login creates the user with the name, email address and groups of the login', async () => {
  const before = await readAccessVersion(database);
  expect(await storeExternalUser(database, alice)).toEqual({
    kind: 'user',
    user: {
      username: 'Alice',
      passwordHash: null,
      credentialVersion: expect.any(Number),
      fullName: 'Alice A',
      email: 'a@acme.example',
      loginAllowed: true,
      external: true,
      groups: ['dev', 'ops'],
      source: 'ldap',
      account: expect.any(String),
      groupsAsOf: null,
      accessVersion: before + 1,
    },
  });
});

test('a later login changes only the groups, and only if they differ', async () => {
  const version = await readAccessVersion(database);
  const later = { ...alice, username: 'ALICE', fullName: 'Alice B', groups: groupClaim(['OPS', 'dev', 'Dev']) };
  expect(await storeExternalUser(database, later)).toMatchObject({ user: { username: 'Alice', fullName: 'Alice A' } });
  expect(await readAccessVersion(database)).toBe(version);
  expect(await storeExternalUser(database, { ...later, groups: groupClaim([]) })).toMatchObject({
    user: { username: 'Alice' },
  });
  expect(await groupsOf('Alice')).toEqual([]);
  expect(await readAccessVersion(database)).toBe(version + 1);
});

test('groups are principals of roles', async () => {
  await database.query({ text: `insert into roles values ('Role1', 'Builders', '{release#create}')` });
  await database.query({ text: `insert into role_principals values ('Role1', 'build, eu', 'Build, EU')` });
  await storeExternalUser(database, { ...alice, groups: groupClaim(['Build, EU']) });
  expect((await readGrants(database, 'alice')).roles.map(({ name }) => name)).toEqual(['Builders']);
});

test('the audit log contains new users and changed groups', async () => {
  const lines = await readAudit(database, { subject: 'alice' }, { limit: 10, offset: 0 });
  expect(
    lines.map(({ action, username, address, before, after }) => [action, username, address, before, after]),
  ).toEqual([
    ['USER_UPDATED', 'Alice', '::1', { groups: [] }, { groups: ['build, eu'] }],
    ['USER_UPDATED', 'Alice', '::1', { groups: ['dev', 'ops'] }, { groups: [] }],
    [
      'USER_CREATED',
      'Alice',
      '::1',
      null,
      {
        fullName: 'Alice A',
        email: 'a@acme.example',
        loginAllowed: true,
        external: true,
        source: 'ldap',
        groups: ['dev', 'ops'],
      },
    ],
  ]);
});

test('a local user reserves the name in any letter case', async () => {
  await addUser(database, { username: 'bob', passwordHash: 'x', fullName: null, email: null });
  expect(await storeExternalUser(database, { ...alice, username: 'BOB' })).toEqual({ kind: 'local' });
  expect(await groupsOf('bob')).toEqual([]);
});

test('two concurrent first logins create one user', async () => {
  const bothLogins = [1, 2].map(() => storeExternalUser(database, { ...alice, username: 'carol' }));
  expect(await Promise.all(bothLogins)).toMatchObject([
    { user: { username: 'carol' } },
    { user: { username: 'carol' } },
  ]);
});
