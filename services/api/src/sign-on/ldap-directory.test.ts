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
  ['in the clear, where that is wanted', () => ({ LDAP_START_TLS: 'false' })],
])('a name and its password return the user, with their groups, %s', async (_, env) => {
  expect(await directory(env()).find('alice', 'wonderland')).toEqual(alice);
  expect(warnings).toEqual([]);
});

test('no password is sent before the connection is secured', async () => {
  await directory().find('alice', 'wonderland');
  expect((await slapd.readRequests())[0]).toBe('EXT oid=1.3.6.1.4.1.1466.20037');
});

test('the name has the spelling of the directory, independent of the typed one', async () => {
  expect(await directory().find('  ALICE ', 'wonderland')).toEqual(alice);
});

test.each([
  ['a wrong password', 'alice', 'looking glass'],
  ['nobody of that name', 'carol', 'wonderland'],
  ['a user without password', 'bob', 'wonderland'],
  ['an empty name', '', 'wonderland'],
  ['a name that two entries have', 'twin', 'first'],
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
])('signs in a name are only that: %s', async (username, password) => {
  expect((await directory().find(username, password))?.username).toBe(username);
});

test.each([
  ['by their name', { LDAP_GROUP_FILTER: '(memberUid={1})' }, ['posix']],
  ['as the entry names them', { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf' }, ['Build, EU']],
  [
    'as the entry names them, wherever they lie',
    { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf', LDAP_GROUP_BASE: '' },
    ['Build, EU', 'elsewhere'],
  ],
  ['not at all where nothing is said of groups', { LDAP_GROUP_BASE: '' }, []],
])('groups are found %s', async (_, env, groups) => {
  expect((await directory(env).find('alice', 'wonderland'))?.groups?.names.toSorted()).toEqual(groups);
});

test.each([
  ['the name of a group', 'BUILD, eu', {}, true],
  ['another name', 'nobody', {}, false],
  ['a name that would match every group', '*', {}, false],
  ['the name of a group elsewhere', 'elsewhere', {}, false],
  [
    'any name, where groups are not looked for',
    'nobody',
    { LDAP_MEMBER_OF_ATTRIBUTE: 'memberOf', LDAP_GROUP_BASE: '' },
    true,
  ],
  ['any name, where nobody has groups', 'Build, EU', { LDAP_GROUP_BASE: '' }, false],
])('%s may be that of a group or not', async (_, name, env, expected) => {
  expect(await directory(env).isGroup(name)).toBe(expected);
});

test.each([
  ['that it does not trust', () => ({ LDAP_CA_FILE: '' }), /^self-signed certificate/],
  [
    'that it does not trust, over ldaps',
    () => ({ LDAP_CA_FILE: '', LDAP_URL: slapd.secureUrl }),
    /^self-signed certificate/,
  ],
  [
    'of another name',
    () => ({ LDAP_URL: slapd.url.replace('127.0.0.1', 'localhost') }),
    "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:made.example, IP Address:127.0.0.1",
  ],
])('a certificate %s ends the connection before anything is sent', async (_, env, reason) => {
  await expect(directory(env()).find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  expect(warnings).toEqual([{ step: 'logging in as LDAP_BIND_DN', reason: expect.stringMatching(reason) }]);
  expect((await slapd.readRequests()).filter((line) => line.startsWith('BIND'))).toEqual([]);
});

test.each([
  [
    'an account that may not search',
    { LDAP_BIND_PASSWORD: 'wrong' },
    'logging in as LDAP_BIND_DN',
    'it answered 49, InvalidCredentials',
  ],
  ['a place that is not there', { LDAP_USER_BASE: 'dc=nowhere' }, 'looking for a user', 'it answered 32, NoSuchObject'],
  [
    'an attribute that nobody has',
    { LDAP_USER_NAME_ATTRIBUTE: 'employeeNumber', LDAP_USER_FILTER: '(uid={0})' },
    'looking for the groups of a user',
    'users have no attribute employeeNumber',
  ],
  [
    'a directory that is not there',
    { LDAP_URL: 'ldap://127.0.0.1:1' },
    'logging in as LDAP_BIND_DN',
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
])('%s is reported to the operator, and no user logs in', async (_, env, step, reason) => {
  await expect(directory(env).find('alice', 'wonderland')).rejects.toThrow(
    'The directory of users is unavailable: local users can log in, others have to try again later.',
  );
  expect(warnings).toEqual([{ step, reason }]);
});

test('an unavailable directory is not used for five seconds, and then tried again', async () => {
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

test('a directory that answers nothing is given up in time', async () => {
  const slow = directory({ LDAP_TIMEOUT_MS: '200' });
  await slapd.hang();
  await expect(slow.find('alice', 'wonderland')).rejects.toThrow(DirectoryUnreachable);
  expect(warnings).toEqual([{ step: 'logging in as LDAP_BIND_DN', reason: 'there was no answer within 200 ms' }]);
  await slapd.restart();
});
