import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';
import { freshSlapd, type Slapd, suffix } from '../../../harness/servers/slapd.ts';
import { company, searcher } from '../../../harness/servers/slapd-entries.ts';

let slapd: Slapd;
let server: ServerProcess;
beforeAll(async () => {
  slapd = await freshSlapd();
  await slapd.load(company);
  const searchBases = { LDAP_USER_BASE: `ou=people,${suffix}`, LDAP_GROUP_BASE: `ou=groups,${suffix}` };
  server = await startServer({
    env: { LDAP_URL: slapd.url, LDAP_CA_FILE: slapd.caFile, ...searchBases, ...searcher, SAMPLES: 'false' },
  });
});
afterAll(async () => {
  await server.stop();
  await slapd.stop();
});

const as = (username: string, password: string) => createRestClient(() => server.url, basicAuth(username, password));
const admin = as('admin', 'admin');
const alice = as('Alice', 'wonderland');
const statusOf = async (rest: ReturnType<typeof as>) => (await rest.send('GET', `${server.url}/profile`)).status;

test('a user of the directory logs in with the directory password and is stored as a user', async () => {
  expect(await statusOf(as('alice', 'looking glass'))).toBe(401);
  expect(await statusOf(alice)).toBe(200);
  expect(await admin.get('/users/alice')).toMatchObject({
    username: 'alice',
    external: true,
    fullName: 'ALICE Example',
    email: 'alice@acme.example',
    loginAllowed: true,
  });
});

test('a user of the directory has no password here, so neither a new one nor an invitation', async () => {
  expect(await admin.sendForError('PUT', '/users/alice', { mustChangePassword: true })).toMatch(
    /^400 mustChangePassword: the password of user 'alice' is managed by LDAP or OpenID Connect$/i,
  );
  expect(await admin.sendForError('POST', '/invitations', { username: 'alice' })).toMatch(
    /^400 username: user 'alice' logs in by LDAP or OpenID Connect and needs no invitation$/i,
  );
});

test('groups are principals of roles', async () => {
  expect((await alice.send('GET', '/users')).status).toBe(403);
  const principals = [{ username: 'release managers' }];
  await admin.send('POST', '/roles/Managers', { permissions: ['security#edit'], principals });
  expect((await alice.send('GET', '/users')).status).toBe(200);
});

test('a local user keeps the name: the password of the directory is not accepted', async () => {
  await admin.send('POST', '/users/zoe', { password: 'local', loginAllowed: true });
  expect(await statusOf(as('zoe', 'local'))).toBe(200);
  expect(await statusOf(as('zoe', 'of the directory'))).toBe(401);
  expect(server.output()).toContain('a local user named zoe exists, who can log in with a password');
});

test('a user whose name is a principal of a role logs in if the directory has no group with that name', async () => {
  const principals = [{ username: 'dora' }, { username: 'posix' }];
  await admin.send('POST', '/roles/Early', { permissions: ['reports#view'], principals });
  expect(await statusOf(as('dora', 'early'))).toBe(200);
  expect(await as('dora', 'early').get('/me')).toMatchObject({ roles: ['Early'] });
  expect(await statusOf(as('posix', 'uniform'))).toBe(401);
  expect(server.output()).toContain('a role includes posix, which can be a group');
});

test('a disabled user is refused at once, even with the right password', async () => {
  await admin.send('PUT', '/users/alice', { loginAllowed: false });
  expect(await statusOf(alice)).toBe(401);
  await admin.send('PUT', '/users/alice', { loginAllowed: true });
  expect(await statusOf(alice)).toBe(200);
});

test('if the directory is unavailable, local users log in, and other users get a one-line error', async () => {
  await slapd.kill();
  expect([await statusOf(admin), await statusOf(as('zoe', 'local'))]).toEqual([200, 200]);
  const unavailableText =
    'The user directory is unavailable: local users can log in, other users have to try again later.\n';
  for (const rest of [as('alice', 'another'), as('nobody', 'x'), as('zoe', 'wrong')]) {
    const { status, text } = await rest.send('GET', `${server.url}/profile`);
    expect([status, text]).toEqual([503, unavailableText]);
  }
  await slapd.restart();
});

test('no output of the product contains a password', () => {
  expect(server.output()).not.toMatch(/wonderland|looking glass|may search/);
});
