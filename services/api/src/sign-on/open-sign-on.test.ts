import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createLogger, parseConfig } from '@slipway/process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FaultyProvider, startFaultyProvider } from '../../../../test/harness/servers/faulty-provider.ts';
import { freePort } from '../../../../test/harness/servers/free-port.ts';
import { openSignOn } from './open-sign-on.ts';

let provider: FaultyProvider;
let folder: string;
beforeAll(async () => {
  provider = await startFaultyProvider();
  folder = mkdtempSync(join(inject('folder'), 'sign-on-'));
});
afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true });
});

const logger = createLogger({ logLevel: 'silent' });
const open = (env: Record<string, string>) => openSignOn({ config: parseConfig(env), logger });
const ldap = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_USER_BASE: 'dc=acme' };
const oidc = {
  OIDC_CLIENT_ID: 'slipway',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'http://127.0.0.1:5516',
};

test('without settings there is no external login', async () => {
  expect(await open({})).toEqual({ directory: null, provider: null });
});

test.each([
  ['LDAP_USER_FILTER', '(&(uid={0})', 'LDAP_USER_FILTER must be a filter in the format of RFC 4515'],
  ['LDAP_GROUP_FILTER', '(member={0}))', 'LDAP_GROUP_FILTER must be a filter in the format of RFC 4515'],
  ['LDAP_CA_FILE', '/nowhere/ca.pem', 'LDAP_CA_FILE cannot be read: ENOENT'],
])('an invalid %s prevents the start', async (variable, value, sentence) => {
  await expect(open({ ...ldap, [variable]: value })).rejects.toThrow(sentence);
});

test('a certificate file without certificates prevents the start', async () => {
  const file = join(folder, 'ca.pem');
  writeFileSync(file, 'hello');
  await expect(open({ ...ldap, LDAP_CA_FILE: file })).rejects.toThrow('LDAP_CA_FILE must contain certificates in PEM');
});

test('an unavailable provider does not prevent the start, and fails at a login', async () => {
  const port = await freePort();
  const { provider: unreachable } = await open({ ...oidc, OIDC_ISSUER: `http://127.0.0.1:${port}` });
  await expect(unreachable?.begin()).rejects.toThrow(`connect ECONNREFUSED 127.0.0.1:${port}`);
});

test('a login fails after three seconds if the provider does not respond', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { provider: unreachable } = await open({ ...oidc, OIDC_ISSUER: `http://127.0.0.1:${port}` });
  await expect(unreachable?.begin()).rejects.toThrow('it did not respond within 3 s');
  silent.closeAllConnections();
  silent.close();
});

test.each([
  ['of another issuer', { issuer: 'https://evil.example' }, /issuer does not match/],
  ['without keys', { jwks_uri: undefined }, /no safe address of its keys/],
])('a provider with metadata %s is rejected', async (_, description, reason) => {
  provider.setFault({ description });
  const { provider: liar } = await open({ ...oidc, OIDC_ISSUER: provider.issuer });
  await expect(liar?.begin()).rejects.toThrow(reason);
});
