import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { sendRaw } from '../../../harness/rest/raw-request.ts';
import { createRestUsers } from '../rest-users.ts';
import { createInvitationClient, type Invitation, invalid, textOf } from './invitation-client.ts';

const product = serve({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' });
const { rest, url, output, database } = product;
const { someone } = createRestUsers(product);
const { invite, open, accept, errorOf } = createInvitationClient(product);

let nextAddress = 0;
/** The header of a client with its own address, so that wrong links of other tests do not count. */
const ownAddress = () => {
  nextAddress += 1;
  return { 'x-forwarded-for': `203.0.113.${nextAddress}` };
};

const secretOf = (invitation: Invitation): string => textOf(invitation).split('.')[1]!;

/** Replaces the first character of the secret. */
const changed = (text: string): string => text.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));

describe('a link that cannot be used has one response', () => {
  let valid: Invitation;
  let used: Invitation;
  beforeAll(async () => {
    valid = await invite('valid');
    used = await invite('used');
    await accept(textOf(used), 'pw used', ownAddress());
  });

  test.each([
    ['a used link', () => textOf(used)],
    ['a link with another secret', () => changed(textOf(valid))],
    ['a link with the secret of another invitation', () => `${valid.id}.${secretOf(used)}`],
    ['a link without a secret', () => `${valid.id}.`],
    ['a link with a stored hash as the secret', () => `${valid.id}.${'A'.repeat(43)}`],
    ['an unknown invitation', () => `Invitation${'0'.repeat(32)}.${'A'.repeat(43)}`],
    ['the name of a user', () => 'admin'],
    ['an empty text', () => ''],
    ['a text with SQL', () => `${valid.id}' or '1'='1`],
    ['an access token', () => `rpa_${'0'.repeat(40)}`],
  ])('%s', async (_, text) => {
    const headers = ownAddress();
    for (const answer of [await open(text(), headers), await accept(text(), 'pw other', headers)]) {
      expect([`${answer.status} ${answer.text.trimEnd()}`, answer.headers.get('set-cookie')]).toEqual([invalid, null]);
      expect(answer.headers.get('x-slipway-code')).toBe('invitation.invalid');
    }
  });

  test('a link whose name belongs to a user now', async () => {
    const taken = await invite('taken');
    await someone('TAKEN');
    const answer = await accept(textOf(taken), 'pw other', ownAddress());
    expect(`${answer.status} ${answer.text.trimEnd()}`).toBe(invalid);
    const [row] = await database().query<{ readonly count: number }>({
      text: `select count(*) as count from users where lower(username) = 'taken'`,
    });
    expect(row).toEqual({ count: 1 });
  });

  test('the valid link still works afterwards', async () => {
    expect((await open(textOf(valid), ownAddress())).status).toBe(200);
  });
});

test('of several people who accept the same link at once, one becomes the user', async () => {
  const created = await invite('raced');
  const attempts = ['one', 'two', 'three', 'four'].map((name) => accept(textOf(created), `pw ${name}`, ownAddress()));
  const answers = await Promise.all(attempts);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  expect(answers.filter(({ headers }) => headers.has('set-cookie'))).toHaveLength(1);
  const winner = ['one', 'two', 'three', 'four'][answers.findIndex(({ status }) => status === 200)];
  const login = await rest.send('POST', `${url()}/login`, { username: 'raced', password: `pw ${winner}` });
  expect(login.status).toBe(200);
  expect(await rest.get('/audit?subject=raced&action=INVITATION_ACCEPTED')).toHaveLength(1);
});

test('pages of other sites can neither open nor accept a link, and forms cannot send it', async () => {
  const created = await invite('lured');
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    expect((await open(textOf(created), headers)).status).toBe(403);
    expect((await accept(textOf(created), 'pw lured', headers)).status).toBe(403);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const body = JSON.stringify({ invitation: textOf(created), password: 'pw lured' });
    const headers = { 'content-type': type };
    const request = { method: 'POST', path: '/invitation/accept', login: null, headers, body } as const;
    expect((await sendRaw(url(), request)).status).toBe(415);
  }
  expect((await open(textOf(created))).status).toBe(200);
});

test('wrong links count as failed logins of their address, and the audit log has no link', async () => {
  const address = { 'x-forwarded-for': '198.51.100.7' };
  const created = await invite('guessed');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1)
    statuses.push((await open(changed(textOf(created)), address)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  const refused = await open(textOf(created), address);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect((await open(textOf(created), ownAddress())).status).toBe(200);
  await expect
    .poll(() => rest.get('/audit?action=LOGIN_FAILED&address=198.51.100.7'))
    .toMatchObject([{ action: 'LOGIN_FAILED', subject: 'invitation', count: 10 }]);
});

test('names with markup and headers are stored as text', async () => {
  const fullName = '<img src=x onerror=alert(1)>\r\nSet-Cookie: a=b';
  const created = await invite('marked', { fullName });
  const opened = await open(textOf(created), ownAddress());
  expect([opened.body, opened.headers.get('content-type'), opened.headers.get('set-cookie')]).toEqual([
    { product: 'Slipway', username: 'marked', fullName },
    'application/json; charset=utf-8',
    null,
  ]);
});

test.each([
  ['{"invitation": "x", "password": "secret"', 'incomplete JSON'],
  ['["secret"]', 'an array'],
  ['{"invitation": 5, "password": "secret"}', 'a number'],
  [JSON.stringify({ invitation: 'secret'.repeat(2_000), password: 'x' }), 'a long text'],
])('a body that is wrong is refused without its text: %#', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', path: '/invitation/accept', login: null, headers, body } as const;
  const { status, text } = await sendRaw(url(), request);
  expect([status, text.includes('secret')]).toEqual([400, false]);
});

describe('the secret of a link', () => {
  test('is only in the response to its creation: not in lists, the log, or the database', async () => {
    const created = await invite('hidden');
    const headers = { 'x-request-id': 'after-the-link', ...ownAddress() };
    await open(changed(textOf(created)), ownAddress());
    await open(textOf(created), ownAddress());
    const secret = secretOf(created);
    const shown = [await rest.send('GET', '/invitations'), await rest.send('GET', '/audit?resultsPerPage=1000')];
    expect((await accept(textOf(created), 'pw hidden', headers)).status).toBe(200);
    shown.push(await rest.send('GET', '/audit?resultsPerPage=1000'));
    for (const { text } of shown) expect(text.includes(secret)).toBe(false);
    await expect.poll(() => output().includes('"after-the-link"')).toBe(true);
    expect([output().includes('/invitation/accept'), output().includes(secret)]).toEqual([true, false]);
    const tables = ['invitations', 'audit', 'users', 'sessions', 'idempotency_keys'];
    for (const table of tables) {
      const rows = await database().query<{ readonly row: string }>({ text: `select t::text as row from ${table} t` });
      expect([table, rows.some(({ row }) => row.includes(secret))]).toEqual([table, false]);
    }
  });

  test('is in the fragment, which no request contains, and the page sends no referrer', async () => {
    const created = await invite('referred');
    expect(new URL(created.path, url()).pathname).toBe('/');
    const page = await fetch(new URL(created.path, url()));
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await errorOf(textOf(created))).toMatch(/^200 /);
  });

  test('is not stored for a repeated creation: an idempotency key is ignored', async () => {
    const headers = { 'idempotency-key': 'invite-once' };
    const body = { username: 'repeated' };
    expect((await rest.send('POST', '/invitations', body, headers)).status).toBe(200);
    expect((await rest.send('POST', '/invitations', body, headers)).status).toBe(409);
  });
});
