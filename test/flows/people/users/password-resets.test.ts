import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { headersIn, type MailServer, partsIn, startMailServer } from '../../../harness/mail/mail-server.ts';
import { serve } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';

const publicUrl = 'https://slipway.example.com/tools';
/** The settings of the product at its next start. */
const settings: Record<string, string> = { PASSWORD_MIN_LENGTH: '7', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' };
const product = serve(settings);
const { rest, url, database } = product;
const anonymous = createRestClient(url, {});

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  Object.assign(settings, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Slipway <slipway@acme.example>',
    PUBLIC_URL: `${publicUrl}/`,
  });
  await product.restart();
});
afterAll(() => server.stop());

let count = 0;
let address = '';
let username = '';
beforeEach(async () => {
  count += 1;
  address = `10.0.0.${count}`;
  username = `user${count}`;
  await createUser(username);
});

const createUser = (name: string, fields: object = {}) =>
  rest.post(`/users/${name}`, { password: 'old password', email: `${name}@example.com`, ...fields });
const from = () => ({ 'X-Forwarded-For': address });
const request = (user: string, headers = {}) =>
  anonymous.send('POST', `${url()}/password-resets`, { user }, { ...from(), ...headers });
const reset = (text: string, password: string) =>
  anonymous.send('POST', `${url()}/password-resets/${text}`, { password }, from());
const errorOf = async (text: string, password = 'new password') => {
  const { status, text: body } = await reset(text, password);
  return `${status} ${body.trim()}`;
};
const invalid = '404 the link is wrong, expired or used: request another one';
const mailsTo = (name: string) =>
  server.received.filter(({ recipients }) => recipients.includes(`${name}@example.com`));
/** Requests a link, and returns its text from the mail. */
async function linkFor(name: string, user = name): Promise<string> {
  const before = mailsTo(name).length;
  expect((await request(user)).status).toBe(202);
  await expect.poll(() => mailsTo(name).length).toBe(before + 1);
  const [text = ''] = partsIn(mailsTo(name).at(-1)!, 'text/plain');
  const [, link = ''] = /tools\/#reset=(\S+)/.exec(text) ?? [];
  return link;
}
const as = (name: string, password: string) => createRestClient(url, basicAuth(name, password));
const auditOf = async (name: string): Promise<readonly string[]> =>
  (
    await database().query<{ readonly action: string }>({
      text: `select action from audit where subject = '${name}' order by seq`,
    })
  ).map(({ action }) => action);

describe('a password', () => {
  test('is reset by a link that is valid once, which ends the sessions', async () => {
    const login = await anonymous.send('POST', `${url()}/login`, { username, password: 'old password' });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = createRestClient(url, { cookie, 'sec-fetch-site': 'same-origin' });
    expect((await session.send('GET', '/me')).status).toBe(200);
    const link = await linkFor(username);
    const [mail] = mailsTo(username);
    expect(headersIn(mail!, 'Subject')).toEqual(['Reset your password of Slipway']);
    expect(partsIn(mail!, 'text/html')[0]).toContain(`<a href="${publicUrl}/#reset=${link}">`);
    expect(link).toMatch(/^PasswordReset[0-9a-f]{32}\.[\w-]{43}$/);
    const done = await reset(link, 'new password');
    expect([done.status, done.body]).toEqual([200, { username }]);
    expect(done.headers.get('set-cookie')).toMatch(/^(?:__Host-)?slipway=/);
    expect((await session.send('GET', '/me')).status).toBe(401);
    expect((await as(username, 'old password').send('GET', '/me')).status).toBe(401);
    expect((await as(username, 'new password').send('GET', '/me')).status).toBe(200);
    expect(await errorOf(link)).toBe(invalid);
    expect(await auditOf(username)).toEqual(
      expect.arrayContaining(['RESET_REQUESTED', 'PASSWORD_RESET', 'SESSION_ENDED']),
    );
    expect(product.output()).not.toContain(link.split('.')[1]);
    const [stored] = await database().query<{ readonly text: string }>({
      text: `select coalesce(jsonb_agg(a)::text, '') as text from audit a where subject = '${username}'`,
    });
    expect(stored?.text).not.toContain(link.split('.')[1]);
  });

  test('is reset by the mail address in any letter case, and must obey the rules', async () => {
    const link = await linkFor(username, ` ${username.toUpperCase()}@Example.com `);
    expect(await errorOf(link, 'short')).toMatch(/^400 password: expected 7 to 255 /);
    expect((await reset(link, 'new password')).status).toBe(200);
  });

  test('is not reset by a wrong, expired or earlier link', async () => {
    const first = await linkFor(username);
    const second = await linkFor(username);
    const [id] = first.split('.');
    for (const wrong of ['x', `${id}.${'a'.repeat(43)}`, `${first}x`, 'PasswordReset', encodeURIComponent('../login')])
      expect(await errorOf(wrong)).toBe(invalid);
    await database().query({ text: `update password_resets set expires_at = now() where id = '${id}'` });
    expect(await errorOf(first)).toBe(invalid);
    expect((await reset(second, 'new password')).status).toBe(200);
    expect(await errorOf(second)).toBe(invalid);
  });

  test('is set once by concurrent requests with one link', async () => {
    const link = await linkFor(username);
    const statuses = await Promise.all(
      ['one password', 'two password'].map(async (text) => (await reset(link, text)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 404]);
  });
});

describe('a request', () => {
  test('has the same response for users without a reset, and sends no mail', async () => {
    await createUser(`${username}out`, { loginAllowed: false });
    await createUser(`${username}bare`, { email: '' });
    await rest.post(`/users/${username}ext`, { external: true, email: `${username}ext@example.com` });
    const before = server.received.length;
    for (const user of ['nobody', `${username}out`, `${username}bare`, `${username}ext`, 'a@b.example', '']) {
      const { status, text } = await request(user);
      expect([status, text]).toEqual([202, '']);
    }
    await linkFor(username);
    expect(server.received.length).toBe(before + 1);
    const stored = await database().query<{ readonly username: string }>({
      text: `select username from password_resets where username like '${username}%'`,
    });
    expect(stored).toEqual([{ username }]);
  });

  test('sends at most three mails to a user within an hour', async () => {
    for (let mail = 0; mail < 3; mail++) await linkFor(username);
    expect((await request(username)).status).toBe(202);
    await createUser(`${username}b`);
    await linkFor(`${username}b`);
    expect(mailsTo(username)).toHaveLength(3);
  });

  test('is refused after ten from one network, and from other sites', async () => {
    for (let sent = 0; sent < 10; sent++) expect((await request('nobody')).status).toBe(202);
    const refused = await request('nobody');
    expect([refused.status, refused.text.trim()]).toEqual([
      429,
      'too many requests for new passwords: try again later',
    ]);
    expect((await request(username, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await anonymous.send('POST', `${url()}/password-resets`, { name: 'x' })).status).toBe(400);
  });

  test('ignores the host of the client in the link', async () => {
    await request(username, { 'X-Forwarded-Host': 'evil.example' });
    await expect.poll(() => mailsTo(username).length).toBe(1);
    expect(mailsTo(username)[0]?.raw).not.toContain('evil.example');
  });
});

describe('a mail with a link', () => {
  const unsent = () =>
    database().query<{ readonly sealed: string; readonly attempts: number; readonly inMs: number }>({
      text: `select sealed_secret as sealed, attempts, extract(epoch from next_at - now())::float8 * 1000 as "inMs" from password_resets
        where username = '${username}' and sealed_secret is not null`,
    });
  const makeDue = () => database().query({ text: 'update password_resets set next_at = now()' });

  test('is sent again after a temporary fault, also by another process, until the server accepts it', async () => {
    server.setRules({ message: () => ({ code: 451, text: 'try later' }) });
    await request(username);
    await expect.poll(() => mailsTo(username).length).toBe(1);
    await expect.poll(async () => (await unsent())[0]?.attempts).toBe(1);
    await product.restart();
    server.setRules({});
    await makeDue();
    await createUser(`${username}next`);
    await linkFor(`${username}next`);
    await expect.poll(unsent).toEqual([]);
    const [first, second, ...more] = mailsTo(username);
    expect([second?.accepted, more]).toEqual([true, []]);
    expect(headersIn(second!, 'Message-ID')).toEqual(headersIn(first!, 'Message-ID'));
    const [, link = ''] = /tools\/#reset=(\S+)/.exec(partsIn(second!, 'text/plain')[0] ?? '') ?? [];
    expect((await reset(link, 'new password')).status).toBe(200);
    expect(product.output()).not.toContain(link.split('.')[1]);
  });

  test('is not sent again after a permanent fault, and its stored secret is encrypted until then', async () => {
    server.setRules({ message: () => ({ code: 451, text: 'try later' }) });
    await request(username);
    const failed = async () => (await unsent()).find(({ inMs }) => inMs < 60_000);
    await expect.poll(async () => (await failed())?.attempts).toBe(1);
    const sealed = (await failed())?.sealed;
    const [, secret = 'none'] =
      /#reset=PasswordReset\w+\.(\S+)/.exec(partsIn(mailsTo(username)[0]!, 'text/plain')[0] ?? '') ?? [];
    expect(sealed).toMatch(/^v1\./);
    expect(sealed).not.toContain(secret);
    server.setRules({ message: () => ({ code: 554, text: 'spam' }) });
    await makeDue();
    await request(`${username}@example.com`);
    await expect.poll(unsent).toEqual([]);
    expect(product.output()).toContain('the mail with a link for a new password was not sent');
    server.setRules({});
  });
});

test('the login page offers a reset only with a mail server and an address', async () => {
  const page = async () => await (await fetch(`${url()}/`)).text();
  expect(await page()).toContain('name="slipway-resets"');
  delete settings.PUBLIC_URL;
  await product.restart();
  expect(await page()).not.toContain('name="slipway-resets"');
  expect((await request(username)).status).not.toBe(202);
});
