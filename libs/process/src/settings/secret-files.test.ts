import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig, secretVariables } from '../config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (text: string): string => {
  const name = join(folder, 'secret');
  writeFileSync(name, text);
  return name;
};
const readErrors = (env: Record<string, string>): string => {
  try {
    return JSON.stringify(parseConfig(env));
  } catch (error) {
    return String(error);
  }
};

test('the secret variables', () => {
  expect(secretVariables).toEqual(expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY']));
  expect(secretVariables.every((name) => /URL|SECRET|PASSWORD|HEADERS/.test(name))).toBe(true);
});

test.each([
  ['ends without a line break', 'hunter2'],
  ['ends with a line break', 'hunter2\n'],
  ['ends with a Windows line break', 'hunter2\r\n'],
])('a secret is read from a file that %s', (_, text) => {
  expect(parseConfig({ ADMIN_PASSWORD_FILE: file(text), ADMIN_PASSWORD: '' }).adminPassword).toBe('hunter2');
});

test('the content of a file is checked like the variable, and one line break at its end is removed', () => {
  expect(readErrors({ ADMIN_PASSWORD_FILE: file('hunter2\n\n') })).toBe(
    'InvalidConfig: ADMIN_PASSWORD must have at most 1024 characters without control characters, for example ADMIN_PASSWORD=correct horse battery',
  );
});

test('a file can contain a secret of a group of variables', () => {
  const { ldap } = parseConfig({
    LDAP_URL: 'ldaps://ldap.acme.example',
    LDAP_USER_BASE: 'dc=acme',
    LDAP_BIND_DN: 'cn=slipway',
    LDAP_BIND_PASSWORD_FILE: file('hunter2\n'),
  });
  expect(ldap?.bindPassword).toBe('hunter2');
});

test.each([
  ['is empty', () => file('\n'), 'is an empty file'],
  ['is too large', () => file('x'.repeat(65_537)), 'has more than 65536 bytes'],
  ['does not exist', () => join(folder, 'absent'), 'cannot be read: ENOENT'],
  ['is a folder', () => folder, 'cannot be read: EISDIR'],
  ['is endless', () => '/dev/zero', 'has more than 65536 bytes'],
])('a file that %s is reported in one line', (_, name, why) => {
  expect(readErrors({ ADMIN_PASSWORD_FILE: name() })).toBe(
    `InvalidConfig: ADMIN_PASSWORD_FILE ${why}; it must be a file with ADMIN_PASSWORD and nothing else`,
  );
});

test('a secret and its file cannot both be set, and other errors are reported too', () => {
  const env = { ADMIN_PASSWORD: 'hunter2', ADMIN_PASSWORD_FILE: file('hunter3'), PORT: 'hunter4' };
  expect(readErrors(env)).toBe(
    'InvalidConfig: ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: set one of them\n' +
      'PORT must be a port number from 0 to 65535 (0 uses any free port), for example PORT=5516',
  );
});

test('only secrets can be read from a file', () => {
  expect(parseConfig({ PORT_FILE: file('1'), LICENSE_FILE: '/l', LICENSE_PUBLIC_KEY_FILE: '/k' }).port).toBe(5516);
});
