import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';

const oidc = {
  OIDC_ISSUER: 'https://login.acme.example/realms/main',
  OIDC_CLIENT_ID: 'slipway',
  OIDC_CLIENT_SECRET: 'hunter2',
  PUBLIC_URL: 'https://slipway.acme.example/slipway/',
};
const ldap = { LDAP_URL: 'ldaps://ldap.acme.example', LDAP_USER_BASE: 'ou=people,dc=acme' };

test('an OpenID provider needs four variables, one of which it shares', () => {
  expect(parseConfig(oidc).oidc).toEqual({
    issuer: 'https://login.acme.example/realms/main',
    clientId: 'slipway',
    clientSecret: 'hunter2',
    redirectUri: 'https://slipway.acme.example/slipway/oidc-login',
    scopes: 'openid profile email',
    claims: { username: 'preferred_username', fullName: 'name', email: 'email', groups: 'groups' },
    apiAudience: undefined,
  });
});

test('a directory needs two variables', () => {
  expect(parseConfig(ldap).ldap).toEqual({
    url: 'ldaps://ldap.acme.example',
    startTls: true,
    caFile: undefined,
    bindDn: undefined,
    bindPassword: undefined,
    userBase: 'ou=people,dc=acme',
    userFilter: '(uid={0})',
    attributes: { username: 'uid', fullName: 'cn', email: 'mail', group: 'cn', memberOf: undefined },
    groupBase: undefined,
    groupFilter: '(|(member={0})(uniqueMember={0}))',
    timeoutMs: 5000,
  });
});

test('the default filter for users uses the attribute of user names', () => {
  const config = parseConfig({ ...ldap, LDAP_USER_NAME_ATTRIBUTE: 'sAMAccountName' });
  expect(config.ldap?.userFilter).toBe('(sAMAccountName={0})');
});

test.each(['http://127.0.0.1:9000', 'http://localhost:9000/realms/main', 'http://[::1]:9000'])(
  'a provider on this machine can use http: %s',
  (issuer) => {
    expect(parseConfig({ ...oidc, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer);
  },
);

test.each([
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'http://login.acme.example' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'http://127.0.0.1.acme.example' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'https://login.acme.example?realm=main' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'https://me:hunter2@login.acme.example' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: '' }],
  ['OIDC_ISSUER', { OIDC_API_AUDIENCE: 'slipway-api' }],
  ['OIDC_CLIENT_ID', { ...oidc, OIDC_CLIENT_ID: '' }],
  ['OIDC_CLIENT_SECRET', { ...oidc, OIDC_CLIENT_SECRET: '' }],
  ['OIDC_CLIENT_SECRET', { ...oidc, OIDC_CLIENT_SECRET: 'hunter2\n' }],
  ['PUBLIC_URL', { ...oidc, PUBLIC_URL: '' }],
  ['OIDC_SCOPES', { ...oidc, OIDC_SCOPES: 'profile email' }],
  ['OIDC_ROLES_CLAIM', { ...oidc, OIDC_ROLES_CLAIM: 'two words' }],
  ['LDAP_URL', { ...ldap, LDAP_URL: 'https://ldap.acme.example' }],
  ['LDAP_URL', { ...ldap, LDAP_URL: 'ldap://ldap.acme.example/dc=acme' }],
  ['LDAP_URL', { LDAP_USER_BASE: 'ou=people' }],
  ['LDAP_USER_BASE', { LDAP_URL: 'ldap://h' }],
  ['LDAP_START_TLS', { ...ldap, LDAP_START_TLS: 'maybe' }],
  ['LDAP_BIND_PASSWORD', { ...ldap, LDAP_BIND_DN: 'cn=slipway' }],
  ['LDAP_BIND_DN', { ...ldap, LDAP_BIND_PASSWORD: 'hunter2' }],
  ['LDAP_USER_FILTER', { ...ldap, LDAP_USER_FILTER: 'uid={0}' }],
  ['LDAP_USER_FILTER', { ...ldap, LDAP_USER_FILTER: '(uid=*)' }],
  ['LDAP_GROUP_FILTER', { ...ldap, LDAP_GROUP_FILTER: '(member={2})' }],
  ['LDAP_USER_NAME_ATTRIBUTE', { ...ldap, LDAP_USER_NAME_ATTRIBUTE: 'uid=*)(uid' }],
  ['LDAP_TIMEOUT_MS', { ...ldap, LDAP_TIMEOUT_MS: '0' }],
])('an invalid or missing %s is reported in one line, without a value: %o', (name, env) => {
  const message = (() => {
    try {
      return parseConfig(env);
    } catch (error) {
      return String(error);
    }
  })();
  expect(message).toMatch(new RegExp(`^InvalidConfig: ${name} must be .+, for example ${name}=\\S.*$`));
  expect(message).not.toContain('hunter2');
});
