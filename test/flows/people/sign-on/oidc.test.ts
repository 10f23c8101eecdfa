import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';
import { type CertifiedProvider, client, startCertifiedProvider } from '../../../harness/servers/certified-provider.ts';
import { openBrowser } from '../../../harness/servers/cookie-browser.ts';
import { freePort } from '../../../harness/servers/free-port.ts';

let provider: CertifiedProvider;
let server: ServerProcess;
let login = '';
beforeAll(async () => {
  const port = await freePort();
  login = `http://127.0.0.1:${port}/slipway/oidc-login`;
  provider = await startCertifiedProvider(login);
  server = await startServer({
    env: {
      PORT: String(port),
      CONTEXT_ROOT: '/slipway',
      PUBLIC_URL: `http://127.0.0.1:${port}/slipway`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      SAMPLES: 'false',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const admin = createRestClient(() => server.url);
const ann = { sub: '1', preferred_username: 'Ann', name: 'Ann Marie', email: 'ann@acme.example', groups: ['Builders'] };
const isOurs = (location: string) => location.startsWith(`${server.url}/oidc-login?`);
const visitProfile = (browser: ReturnType<typeof openBrowser>) => browser.request(`${server.url}/profile`);

test('a user who logs in at the provider gets a session and is stored as a user', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  const { status, url } = await browser.followRedirects(`${login}?to=/slipway/profile`);
  expect([status, url]).toEqual([200, `${server.url}/profile`]);
  expect(Object.keys(browser.cookies(server.url))).toEqual(['slipway']);
  expect(JSON.parse((await visitProfile(browser)).text)).toEqual({ username: 'Ann' });
  expect(await admin.get('/users/ann')).toMatchObject({
    username: 'Ann',
    external: true,
    fullName: 'Ann Marie',
    email: 'ann@acme.example',
  });
});

test('the request to the provider has PKCE, state and nonce', async () => {
  const { location } = await openBrowser().request(login);
  expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
    client_id: 'slipway',
    redirect_uri: login,
    response_type: 'code',
    scope: 'openid profile email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('groups are principals of roles and updated at each login; the name and email stay those of the first login', async () => {
  await admin.send('POST', '/roles/Builders', {
    permissions: ['security#edit'],
    principals: [{ username: 'builders' }],
  });
  const browser = openBrowser();
  const users = async () => (await browser.request(`${server.url}/api/v1/users`)).status;
  provider.setAccount(ann);
  await browser.followRedirects(login);
  expect(await users()).toBe(200);
  provider.setAccount({ ...ann, groups: [], name: 'Ann Other' });
  await openBrowser().followRedirects(login);
  expect(await users()).toBe(403);
  expect(await admin.get('/users/ann')).toMatchObject({ fullName: 'Ann Marie' });
});

test('teams accept users who have not logged in yet', async () => {
  const { id } = await admin.post<{ readonly id: string }>('/folders/Applications', { title: 'Early' });
  const members = [{ name: 'somebody else', type: 'PRINCIPAL' }];
  const teamBodies = [{ id: 'new', teamName: 'Waiting', members, permissions: ['folder#view'] }];
  const { status } = await admin.send('POST', `/folders/${id}/teams`, teamBodies);
  expect(status).toBe(200);
  provider.setAccount({ ...ann, sub: '5', preferred_username: 'Somebody Else', groups: [] });
  const browser = openBrowser();
  await browser.followRedirects(login);
  expect((await browser.request(`${server.url}/api/v1/folders/${id}`)).status).toBe(200);
});

test('each login creates a new session and ends the previous one', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  await browser.followRedirects(login);
  const { slipway: before } = browser.cookies(server.url);
  await browser.followRedirects(login);
  const { slipway: after } = browser.cookies(server.url);
  expect(after).not.toBe(before);
  const old = await openBrowser().request(`${server.url}/profile`, { cookie: `slipway=${before}` });
  expect(old.status).toBe(401);
});

test.each([
  ['https://evil.example/', '/slipway/'],
  ['//evil.example/', '/slipway/'],
  ['/\\evil.example/', '/slipway/'],
  ['/.//evil.example', '/slipway/'],
  ['/..//evil.example', '/slipway/'],
  ['/%2e//evil.example', '/slipway/'],
  ['/a/..//evil.example', '/slipway/'],
  ['/slipway/..//evil.example', '/slipway/'],
  ['/slipway/docs?x=1#y', '/slipway/docs?x=1#y'],
])('a login with the target %s redirects to %s', async (to, expected) => {
  provider.setAccount(ann);
  const browser = openBrowser();
  const { location } = await browser.followRedirects(`${login}?to=${encodeURIComponent(to)}`, isOurs);
  expect((await browser.request(location ?? '')).location).toBe(`http://${new URL(server.url).host}${expected}`);
});

test('a code that was used before is refused', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  const { location = '' } = await browser.followRedirects(login, isOurs);
  const signOnCookie = browser.cookies(server.url)['slipway-sign-on'];
  await browser.request(location ?? '');
  const repeatedVisit = await openBrowser().request(location ?? '', { cookie: `slipway-sign-on=${signOnCookie}` });
  expect([repeatedVisit.status, repeatedVisit.text]).toEqual([
    403,
    'The login was refused: the code of the provider was already used or has expired: log in again.\n',
  ]);
});

test.each([
  ['in another browser', undefined],
  ['with a foreign cookie', 'slipway-sign-on=v1.a.b.c.d'],
  ['with an additional cookie of another host', 'slipway-sign-on=a; slipway-sign-on=b'],
])('a callback %s is refused', async (_, cookie) => {
  provider.setAccount(ann);
  const { location } = await openBrowser().followRedirects(login, isOurs);
  const { status, text } = await openBrowser().request(location ?? '', cookie === undefined ? {} : { cookie });
  expect([status, text]).toEqual([
    403,
    'The login was refused: the login began in another browser, or took too long: log in again.\n',
  ]);
});

test('a callback for another login is refused', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  const { location } = await browser.followRedirects(login, isOurs);
  await browser.request(login);
  const { status, text } = await browser.request(location ?? '');
  expect([status, text]).toEqual([
    403,
    'The login was refused: the response belongs to another login: log in again.\n',
  ]);
});

test.each([
  [
    'a local user has that name',
    { ...ann, sub: '2', preferred_username: 'ADMIN' },
    'a local user named ADMIN exists, who can log in with a password',
  ],
  [
    'no user can have that name',
    { ...ann, sub: '3', preferred_username: 'a/b' },
    'the user name is not valid on this server',
  ],
  [
    'the name is missing',
    { sub: '4', groups: ['Builders'] },
    'the provider sends no claim preferred_username, which contains the user name',
  ],
])('if %s, the login is refused', async (_, account, reason) => {
  provider.setAccount(account);
  const browser = openBrowser();
  const { status, text } = await browser.followRedirects(login);
  expect([status, text]).toEqual([403, `The login was refused: ${reason}.\n`]);
  expect(browser.cookies(server.url).slipway).toBeUndefined();
});

test('a disabled user is refused, and the sessions of the user end', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  await browser.followRedirects(login);
  await admin.send('PUT', '/users/ann', { loginAllowed: false });
  expect((await visitProfile(browser)).status).toBe(401);
  const { status, text } = await openBrowser().followRedirects(login);
  expect([status, text]).toEqual([403, 'The login was refused: the user Ann cannot log in.\n']);
  await admin.send('PUT', '/users/ann', { loginAllowed: true });
});

const logOut = (cookie: string, more: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}/oidc-logout`, { method: 'POST', redirect: 'manual', headers: { cookie, ...more } });

test('a logout at the provider redirects there and ends the session', async () => {
  provider.setAccount(ann);
  const browser = openBrowser();
  await browser.followRedirects(login);
  const cookie = `slipway=${browser.cookies(server.url).slipway}`;
  expect((await logOut(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await visitProfile(browser)).status).toBe(200);
  const { status, headers } = await logOut(cookie);
  const redirectUrl = new URL(headers.get('location') ?? '');
  expect([
    status,
    `${redirectUrl.origin}${redirectUrl.pathname}`,
    Object.fromEntries(redirectUrl.searchParams),
  ]).toEqual([
    303,
    `${provider.issuer}/session/end`,
    { client_id: client.id, post_logout_redirect_uri: `${server.url}/` },
  ]);
  expect(headers.get('set-cookie')).toMatch(/^slipway=; .*Max-Age=0$/);
  expect((await visitProfile(browser)).status).toBe(401);
  expect((await browser.request(redirectUrl.href)).status).toBe(200);
});

test('while the provider is unavailable, local users log in, and other users get a one-line error', async () => {
  const browser = openBrowser();
  const { location } = await browser.request(login);
  await provider.setOffline(true);
  expect((await logOut('')).status).toBe(303);
  const adminClient = createRestClient(() => server.url, basicAuth('admin', 'admin'));
  expect((await adminClient.send('GET', `${server.url}/profile`)).status).toBe(200);
  const unavailableReply = [503, 'The identity provider is unavailable: local users can log in with a password.\n'];
  const answer = `${login}?${new URLSearchParams({ code: 'x', state: new URL(location ?? '').searchParams.get('state') ?? '', iss: provider.issuer })}`;
  const { status, text } = await browser.request(answer);
  expect([status, text]).toEqual(unavailableReply);
  await expect
    .poll(async () => {
      const sent = await openBrowser().request(login);
      return [sent.status, sent.text];
    })
    .toEqual(unavailableReply);
  const { headers } = await fetch(login, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const [cookie = ''] = headers.getSetCookie();
  expect(headers.get('location')).toBe('/slipway/');
  expect(decodeURIComponent(cookie)).toContain('The identity provider is unavailable');
  await provider.setOffline(false);
});

test('no output of the product contains a secret', () => {
  expect(server.output()).not.toContain(client.secret);
});
