import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';
import { openBrowser } from '../../../harness/servers/cookie-browser.ts';
import {
  type FaultyProvider,
  type ProviderFault,
  startFaultyProvider,
} from '../../../harness/servers/faulty-provider.ts';
import { freePort } from '../../../harness/servers/free-port.ts';

let provider: FaultyProvider;
let server: ServerProcess;
beforeAll(async () => {
  const port = await freePort();
  provider = await startFaultyProvider();
  server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'slipway',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      OIDC_API_AUDIENCE: 'the api',
      SAMPLES: 'false',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => provider.setFault({}));

const now = () => Math.floor(Date.now() / 1000);
const logIn = async () => {
  const browser = openBrowser();
  const isOver = (location: string) => location === `${server.url}/`;
  const { status, text } = await browser.followRedirects(`${server.url}/oidc-login`, isOver);
  return { status, text, session: browser.cookies(server.url).slipway };
};

test('a login at a correct provider succeeds', async () => {
  expect(await logIn()).toEqual({ status: 302, text: '', session: expect.stringMatching(/^[\w-]{43}$/) });
});

test.each<[string, () => ProviderFault, string]>([
  [
    'an ID token of another issuer',
    () => ({ claims: { iss: 'https://evil.example' } }),
    'the token is from another issuer',
  ],
  ['an ID token for another client', () => ({ claims: { aud: 'another' } }), 'the token is for another application'],
  [
    'an ID token with additional audiences',
    () => ({ claims: { aud: ['slipway', 'another'] } }),
    'the token is for another application',
  ],
  ['an ID token of another login', () => ({ claims: { nonce: 'x'.repeat(43) } }), 'the token belongs to another login'],
  ['an ID token without a nonce', () => ({ claims: { nonce: undefined } }), 'the token belongs to another login'],
  [
    'an access token of another ID token',
    () => ({ claims: { at_hash: 'x'.repeat(22) } }),
    'the tokens do not belong together (at_hash)',
  ],
  ['an ID token that has expired', () => ({ claims: { exp: now() - 31 } }), 'the token has expired'],
  [
    'an ID token that is not valid yet',
    () => ({ claims: { nbf: now() + 60 } }),
    'the token is not valid yet: check the clocks',
  ],
  ['an ID token without signature', () => ({ alg: 'none' }), 'the token is not signed with RS256'],
  ['an ID token signed with the public key', () => ({ alg: 'HS256' }), 'the token is not signed with RS256'],
  ['an ID token of a foreign key', () => ({ foreignKey: true }), 'the signature of the token is wrong'],
  [
    'an answer with another state',
    () => ({ answer: { state: 'x'.repeat(43) } }),
    'the response belongs to another login: log in again',
  ],
  [
    'an answer without state',
    () => ({ answer: { state: null } }),
    'the response belongs to another login: log in again',
  ],
  [
    'an answer of another provider',
    () => ({ answer: { iss: 'https://evil.example' } }),
    'the response is from another provider',
  ],
  ['an answer without an issuer', () => ({ answer: { iss: null } }), 'the response is from another provider'],
  ['a refusal', () => ({ answer: { code: null, error: 'access_denied' } }), 'the provider refused your login'],
  ['an unknown error code', () => ({ answer: { code: null, error: '<script>' } }), 'the provider returned an error'],
  [
    'an ID token without a user name',
    () => ({ claims: { preferred_username: undefined } }),
    'the provider sends no claim preferred_username, which contains the user name',
  ],
  [
    'groups in another format',
    () => ({ claims: { groups: undefined, _claim_names: { groups: 'src1' } } }),
    'the provider sends too many groups: configure it to send fewer groups or roles',
  ],
])('%s prevents the login, with a one-line error', async (_, lie, reason) => {
  provider.setFault(lie());
  expect(await logIn()).toEqual({ status: 403, text: `The login was refused: ${reason}.\n`, session: undefined });
});

test('a new key of the provider applies to the next login, and the previous key is no longer accepted', async () => {
  provider.rotate();
  expect((await logIn()).status).toBe(302);
  provider.setFault({ formerKey: true });
  expect((await logIn()).text).toBe(
    'The login was refused: the token is signed with a key that the provider does not have.\n',
  );
});

test('without an end-session endpoint a logout redirects to the root', async () => {
  const { status, headers } = await fetch(`${server.url}/oidc-logout`, { method: 'POST', redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([303, `${server.url}/`]);
});

const loginWith = async (token: string) => {
  const { status, text } = await createRestClient(() => server.url, {}).send(
    'GET',
    `${server.url}/profile`,
    undefined,
    {
      authorization: `Bearer ${token}`,
    },
  );
  return [status, text.trim()];
};
const good = () => ({
  iss: provider.issuer,
  aud: 'the api',
  sub: '1',
  preferred_username: 'robot',
  iat: now(),
  exp: now() + 300,
  groups: ['Robots'],
});

test('an access token of the provider authenticates its user, and its groups are principals of roles', async () => {
  const admin = createRestClient(() => server.url, basicAuth('admin', 'admin'));
  await admin.send('POST', '/roles/Robots', { permissions: ['security#edit'], principals: [{ username: 'robots' }] });
  expect(await loginWith(provider.token(good()))).toEqual([200, '{"username":"robot"}']);
  const robot = { authorization: `Bearer ${provider.token(good())}` };
  expect((await createRestClient(() => server.url, robot).send('GET', '/users')).status).toBe(200);
});

test('an older access token does not restore groups, and a token without groups does not remove them', async () => {
  const users = async (claims: object) => {
    const robot = { authorization: `Bearer ${provider.token({ ...good(), ...claims })}` };
    return (await createRestClient(() => server.url, robot).send('GET', '/users')).status;
  };
  expect(await users({})).toBe(200);
  expect(await users({ iat: now() + 5, groups: [] })).toBe(403);
  expect(await users({ iat: now() - 60 })).toBe(403);
  expect(await users({ iat: undefined })).toBe(403);
  expect(await users({ iat: now() + 9 })).toBe(200);
  expect(await users({ iat: now() + 12, groups: undefined })).toBe(200);
});

test('a user whose name is a principal of a role must be created first, because the name may be that of a group', async () => {
  const admin = createRestClient(() => server.url, basicAuth('admin', 'admin'));
  await admin.send('POST', '/roles/Sealed', { permissions: ['security#edit'], principals: [{ username: 'sealers' }] });
  const token = () => provider.token({ ...good(), preferred_username: 'Sealers', groups: undefined });
  expect(await loginWith(token())).toEqual([
    401,
    'The token was refused: a role includes Sealers, which can be a group: ' +
      'an administrator must create that user with "external": true.',
  ]);
  expect((await admin.send('GET', '/users/sealers')).status).toBe(404);
  const created = await admin.send('POST', '/users/sealers', { external: true });
  expect(JSON.parse(created.text)).toEqual({ username: 'sealers', external: true, loginAllowed: true });
  expect(await loginWith(token())).toEqual([200, '{"username":"sealers"}']);
});

test('a user of an identity provider has no local password', async () => {
  const admin = createRestClient(() => server.url, basicAuth('admin', 'admin'));
  const { status, text } = await admin.send('POST', '/users/both', { external: true, password: 'secret' });
  expect([status, text.trim()]).toEqual([400, 'password: an external user cannot have a password here']);
});

test('an access token of the provider cannot create tokens, which would outlive it', async () => {
  const robot = { authorization: `Bearer ${provider.token(good())}` };
  const created = await createRestClient(() => server.url, robot).send('POST', '/personal-access-tokens', {
    tokenNote: 'mine',
  });
  expect([created.status, created.text.trim()]).toEqual([
    403,
    'an access token of the identity provider cannot create a token: log in with a password or a session',
  ]);
});

test.each<[string, () => Readonly<Record<string, unknown>>, ProviderFault, string]>([
  ['for another audience', () => ({ ...good(), aud: 'slipway' }), {}, 'the token is for another application'],
  ['of another issuer', () => ({ ...good(), iss: 'https://evil.example' }), {}, 'the token is from another issuer'],
  ['that has expired', () => ({ ...good(), exp: now() - 31 }), {}, 'the token has expired'],
  ['that never expires', () => ({ ...good(), exp: undefined }), {}, 'the token has expired'],
  ['that is not valid yet', () => ({ ...good(), nbf: now() + 60 }), {}, 'the token is not valid yet: check the clocks'],
  ['without signature', good, { alg: 'none' }, 'the token is not signed with RS256'],
  ['signed with the public key', good, { alg: 'HS256' }, 'the token is not signed with RS256'],
  ['of a foreign key', good, { foreignKey: true }, 'the signature of the token is wrong'],
  [
    'that is an ID token',
    () => ({ ...good(), nonce: 'x' }),
    {},
    'the token is not an access token: ID tokens are accepted only for browser logins',
  ],
  [
    'of a user with the name of a local user',
    () => ({ ...good(), preferred_username: 'Admin' }),
    {},
    'a local user named Admin exists, who can log in with a password',
  ],
])('an access token %s is refused with a one-line error', async (_, claims, lie, reason) => {
  expect(await loginWith(provider.token(claims(), lie))).toEqual([401, `The token was refused: ${reason}.`]);
});

test('an invalid token is refused', async () => {
  expect(await loginWith('nonsense')).toEqual([401, 'The token was refused: the token is malformed.']);
});

test('tokens with unknown keys fetch the keys once, not each time', async () => {
  provider.rotate();
  const before = provider.keyRequestCount();
  for (let time = 0; time < 5; time += 1) {
    expect(await loginWith(provider.token(good()))).toEqual([
      401,
      'The token was refused: the token is signed with a key that the provider does not have.',
    ]);
  }
  expect(provider.keyRequestCount() - before).toBeLessThan(2);
});
