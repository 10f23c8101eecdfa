import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../../services/api/src/people/tokens.ts';
import { serve } from '../../harness/product/serve.ts';
import { openEventStream } from '../../harness/rest/event-stream.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';

const { url, database } = serve({ TRUSTED_PROXIES: '127.0.0.1' });

const json = { 'content-type': 'application/json' };
const ownPage = { 'sec-fetch-site': 'same-origin' };
const tls = { 'x-forwarded-proto': 'https' };
const body = JSON.stringify({ username: 'admin', password: 'admin' });

const logIn = (headers: Readonly<Record<string, string>> = {}, loginBody = body) =>
  sendRaw(url(), { method: 'POST', path: '/login', login: null, headers: { ...json, ...headers }, body: loginBody });

/** Returns the part of a cookie that a browser sends back. */
const cookieOf = ({ headers }: Awaited<ReturnType<typeof logIn>>): string =>
  String(headers['set-cookie']?.[0]).split(';')[0] ?? '';

const statusWith = async (cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  (await sendRaw(url(), { path: '/api/v1/templates', login: null, headers: { cookie, ...headers } })).status;

describe('a login by form', () => {
  test('creates a session that the server accepts', async () => {
    const answer = await logIn();
    expect([answer.status, answer.text]).toEqual([200, '{"username":"admin"}']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^slipway=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await statusWith(cookieOf(answer))).toBe(200);
  });

  test('behind TLS creates a session cookie that a sibling host cannot set, and accepts no other cookie', async () => {
    const answer = await logIn(tls);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-slipway=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const own = cookieOf(answer);
    const thrown = cookieOf(await logIn());
    expect(await statusWith(own, tls)).toBe(200);
    expect(await statusWith(`${thrown}; ${own}`, tls)).toBe(200);
    expect(await statusWith(thrown, tls)).toBe(401);
    expect(await statusWith(own)).toBe(401);
  });

  test('creates a new session each time, whatever cookie the browser has, and ends the previous session', async () => {
    const first = cookieOf(await logIn());
    const second = cookieOf(await logIn({ cookie: first }));
    expect(second).not.toBe(first);
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
    const chosen = `slipway=${'a'.repeat(43)}`;
    expect(cookieOf(await logIn({ cookie: chosen }))).not.toBe(chosen);
    expect(await statusWith(chosen)).toBe(401);
  });

  test.each([
    ['a wrong password', JSON.stringify({ username: 'admin', password: 'no' }), 401, 'wrong user name or password\n'],
    ['no password', JSON.stringify({ username: 'admin' }), 400, 'password: expected a text\n'],
    ['an incomplete body', '{"username":"admin","password":"sec', 400, expect.not.stringContaining('sec')],
    ['a password with line breaks', JSON.stringify({ username: 'admin', password: 'a\nb' }), 400, expect.anything()],
  ])('with %s is refused', async (_, loginBody, status, text) => {
    const answer = await logIn({}, loginBody);
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([status, text, undefined]);
  });

  test('from a page of another site is refused, and so is a urlencoded form', async () => {
    expect((await logIn({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await logIn({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await logIn({ 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('a session', () => {
  test('ends with a logout', async () => {
    const cookie = cookieOf(await logIn());
    const answer = await sendRaw(url(), {
      method: 'POST',
      path: '/logout',
      login: null,
      headers: { cookie, ...ownPage },
    });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      204,
      ['slipway=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
    ]);
    expect(await statusWith(cookie)).toBe(401);
  });

  test.each([
    ['12 hours', 'last_used_at', '11 hours 59 minutes', '12 hours'],
    ['7 days, even with activity', 'begun_at', '6 days 23 hours', '7 days'],
  ])('expires after %s', async (_, column, before, after) => {
    const cookie = cookieOf(await logIn());
    const since = (age: string) =>
      database().query({ text: `update sessions set ${column} = now() - interval '${age}'` });
    await since(before);
    expect(await statusWith(cookie)).toBe(200);
    await since(after);
    expect(await statusWith(cookie)).toBe(401);
  });

  test('is extended by requests of the user, but not by automatic requests of the page', async () => {
    const old = `now() - interval '11 hours'`;
    const startSession = async () => {
      const cookie = cookieOf(await logIn());
      await database().query({ text: `update sessions set last_used_at = ${old} where last_used_at > ${old}` });
      return cookie;
    };
    const [left, used] = [await startSession(), await startSession()];
    const unattended = { 'slipway-unattended': 'true' };
    expect(await statusWith(left, unattended)).toBe(200);
    const stream = await openEventStream(url(), 'inbox=true', { cookie: left });
    stream.close();
    expect(await statusWith(used)).toBe(200);
    const isUsed = async (cookie: string) => {
      const text = `select last_used_at > now() - interval '1 hour' as "isUsed" from sessions where hash = $1`;
      const hash = hashSecret(cookie.split('=')[1]!);
      const [session] = await database().query<{ readonly isUsed: boolean }>({ text }, [hash]);
      return session?.isUsed;
    };
    await expect.poll(() => isUsed(used)).toBe(true);
    expect(await isUsed(left)).toBe(false);
  });

  test('that has expired is reported, without a login window', async () => {
    const headers = { cookie: `slipway=${'b'.repeat(43)}` };
    const { status, text } = await sendRaw(url(), { path: '/api/v1/templates', login: null, headers });
    expect([status, text]).toEqual([401, 'the session has ended: log in again\n']);
  });
});
