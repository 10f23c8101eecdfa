import { readFileSync } from 'node:fs';
import { parseConfig } from '@slipway/process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshSlapd, type Slapd, suffix } from '../../../../test/harness/servers/slapd.ts';
import { company, searcher } from '../../../../test/harness/servers/slapd-entries.ts';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import { createLdapDirectory } from './ldap-directory.ts';

let slapd: Slapd;
let warnings: unknown[] = [];
let now = 0;
beforeAll(async () => {
  slapd = await freshSlapd();
  await slapd.load(company);
});
afterAll(() => slapd.stop());
beforeEach(async () => {
  warnings = [];
  now += 60_000;
  await slapd.readRequests();
});

function directory(env: Record<string, string> = {}) {
  const { ldap } = parseConfig({
    LDAP_URL: slapd.url,
    LDAP_CA_FILE: slapd.caFile,
    LDAP_USER_BASE: `ou=people,${suffix}`,
    LDAP_GROUP_BASE: `ou=groups,${suffix}`,
    ...searcher,
    ...env,
  });
  if (ldap === undefined) throw new Error('there are no settings');
  const ca = ldap.caFile === undefined ? undefined : readFileSync(ldap.caFile, 'utf8');
  const logger = { warn: (fields: unknown) => void warnings.push(fields) };
  return createLdapDirectory({ settings: ldap, ca, logger, now: () => now });
}

const alice = {
  username: 'alice',
  fullName: 'ALICE Example',
  email: 'alice@acme.example',
  groups: { names: ['Build, EU', 'Release managers'], asOf: null, isFresh: true },
};

test.each([
  ['over StartTLS', () => ({})],
  ['over ldaps', () => ({ LDAP_URL: slapd.secureUrl })],
  ['without encryption if configured', () => ({ LDAP_START_TLS: 'false' })],
])('a correct login returns the user with their groups, %s', async (_, env) => {
  expect(await directory(env()).find('alice', 'wonderland')).toEqual(alice);
  expect(warnings).toEqual([]);
});

test('no password is sent before the connection is encrypted', async () => {
  await directory().find('alice', 'wonderland');
  expect((await slapd.readRequests())[0]).toBe('EXT oid=1.3.6.1.4.1.1466.20037');
});

test('the name has the spelling of the directory, independent of the input', async () => {
  expect(await directory().find('  ALICE ', 'wonderland')).toEqual(alice);
});

test.each([
  ['a wrong password', 'alice', 'looking glass'],
  ['an unknown name', 'carol', 'wonderland'],
  ['a user without a password', 'bob', 'wonderland'],
  ['an empty name', '', 'wonderland'],
  ['a name of two entries', 'twin', 'first'],
  ['a name that would match every entry', '*', 'wonderland'],
  ['a name that would end the filter', 'alice)(objectClass=*', 'wonderland'],
  ['a name that would add to the filter', 'x)(|(uid=alice', 'wonderland'],
  ['a name with a zero byte', 'alice\0', 'wonderland'],
  ['a name that is a placeholder', '{0}', 'wonderland'],
])('%s is rejected', async (_, username, password) => {
  expect(await directory({ LDAP_USER_BASE: suffix }).find(username, password)).toBe(null);
  expect(warnings).toEqual([]);
});

test.each([
  ['', []],
  ['\0', ['uid=alice']],
])(
  'the password %j, which the server would accept as an anonymous login, is rejected without a request',
  async (password) => {
    expect(await directory().find('alice', password)).toBe(null);
    expect((await slapd.readRequests()).filter((line) => line.includes('uid=alice,'))).toEqual([]);
  },
);

test.each([
  ['Żółw*(b)\\c', 'turtle'],
  ['{1}', 'placeholder'],
])('special characters in a name are literal: %s', async (username, password) => {
  expect((await directory().find(username, password))?.username).toBe(username);
});

test.each([
  ['by the name of the user', { LDAP_GROUP_FILTER: '(memberUid={1})' }, ['posix']],
  ['in an attribute of the user', { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf' }, ['Build, EU']],
  [
    'in an attribute of the user, anywhere in the directory',
    { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf', LDAP_GROUP_BASE: '' },
    ['Build, EU', 'elsewhere'],
  ],
  ['never, without settings for groups', { LDAP_GROUP_BASE: '' }, []],
])('groups are found %s', async (_, env, groups) => {
  expect((await directory(env).find('alice', 'wonderland'))?.groups?.names.toSorted()).toEqual(groups);
});

test.each([
  ['the name of a group', 'BUILD, eu', {}, true],
  ['another name', 'nobody', {}, false],
  ['a name that would match every group', '*', {}, false],
  ['the name of a group outside the group base', 'elsewhere', {}, false],
  [
    'any name, if groups cannot be searched',
    'nobody',
    { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf', LDAP_GROUP_BASE: '' },
    true,
  ],
  ['any name, without settings for groups', 'Build, EU', { LDAP_GROUP_BASE: '' }, false],
])('%s is checked as a group name', async (_, name, env, expected) => {
  expect(await directory(env).isGroup(name)).toBe(expected);
});

test.each([
  ['that the client does not trust', () => ({ LDAP_CA_FILE: '' }), /^self-signed certificate/],
  [
    'that the client does not trust, over ldaps',
    () => ({ LDAP_CA_FILE: '', LDAP_URL: slapd.secureUrl }),
    /^self-signed certificate/,
  ],
  [
    'for another host name',
    () => ({ LDAP_URL: slapd.url.replace('127.0.0.1', 'localhost') }),
    "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:made.example, IP Address:127.0.0.1",
  ],
])('a certificate %s ends the connection before a login is sent', async (_, env, reason) => {
  await expect(directory(env()).find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  expect(warnings).toEqual([{ step: 'logging in as LDAP_BIND_DN', reason: expect.stringMatching(reason) }]);
  expect((await slapd.readRequests()).filter((line) => line.startsWith('BIND'))).toEqual([]);
});

test.each([
  [
    'a wrong password of the search account',
    { LDAP_BIND_PASSWORD: 'wrong' },
    'logging in as LDAP_BIND_DN',
    'it answered 49, InvalidCredentials',
  ],
  ['a missing user base', { LDAP_USER_BASE: 'dc=nowhere' }, 'looking for a user', 'it answered 32, NoSuchObject'],
  [
    'a missing user attribute',
    { LDAP_USER_NAME_ATTRIBUTE: 'employeeNumber', LDAP_USER_FILTER: '(uid={0})' },
    'looking for the groups of a user',
    'users have no attribute employeeNumber',
  ],
  [
    'an unreachable directory',
    { LDAP_URL: 'ldap://127.0.0.1:1' },
    'logging in as LDAP_BIND_DN',
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
])('%s is reported to the operator, and no user logs in', async (_, env, step, reason) => {
  await expect(directory(env).find('alice', 'wonderland')).rejects.toThrow(
    'The user directory is unavailable: local users can log in, other users have to try again later.',
  );
  expect(warnings).toEqual([{ step, reason }]);
});

test('an unavailable directory is skipped for five seconds, and then used again', async () => {
  const unreachable = directory();
  await slapd.kill();
  await expect(unreachable.find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  await slapd.restart();
  now += 4_999;
  await expect(unreachable.find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  expect(await slapd.readRequests()).toEqual([]);
  now += 1;
  expect(await unreachable.find('alice', 'wonderland')).toEqual(alice);
});

test('a login fails after the timeout if the directory does not respond', async () => {
  const slow = directory({ LDAP_TIMEOUT_MS: '200' });
  await slapd.hang();
  await expect(slow.find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  expect(warnings).toEqual([{ step: 'logging in as LDAP_BIND_DN', reason: 'there was no response within 200 ms' }]);
  await slapd.restart();
});
