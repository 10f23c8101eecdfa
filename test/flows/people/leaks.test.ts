import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { raw } from '../../harness/rest/raw.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';

// The test uses valid and invalid secrets of logins in every way. Then it searches all stored data and all output.
const served = serve({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' });
const { rest, url, output, database } = served;

const password = 'Kormoran-7731-Passwort';
const nextPassword = 'Kormoran-7732-Nachfolger';
const wrongPassword = 'Kormoran-7733-Irrtum';
const headers = { 'content-type': 'application/json' };
let token: string;
let cookie: string;
let answers = '';

/** Sends a request, and keeps what was answered. */
async function ask(ask: Parameters<typeof raw>[1]): Promise<void> {
  const { headers: answered, text } = await raw(url(), ask);
  answers += `${JSON.stringify(answered)}${text}\n`;
}

const secrets = () => [
  password,
  nextPassword,
  wrongPassword,
  token,
  cookie,
  Buffer.from(`ann:${password}`).toString('base64'),
  Buffer.from(`:${token}`).toString('base64'),
];
/** Which of the secrets a text holds, by their place among them. */
const secretsIn = (text: string) => secrets().flatMap((secret, index) => (text.includes(secret) ? [index] : []));

beforeAll(async () => {
  await rest.send('POST', '/users/ann', { fullName: 'Ann', email: '', loginAllowed: true, password });
  const own = restAt(url, basic('ann', password));
  const made = await own.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'searched' });
  token = made.token;
  const body = JSON.stringify({ username: 'ann', password });
  const begun = await raw(url(), { method: 'POST', path: '/login', login: null, headers, body });
  cookie = String(begun.headers['set-cookie']?.[0]).split(/[=;]/)[1] ?? '';
  const path = '/api/v1/sessions';
  await ask({ path, login: `ann:${password}` });
  await ask({ path, login: `ann:${wrongPassword}` });
  await ask({ path, login: `${wrongPassword}:x` });
  await ask({ path, login: `:${token}` });
  await ask({ path, login: `${token}:` });
  await ask({ path, login: null, headers: { authorization: `Bearer ${token}` } });
  await ask({ path, login: null, headers: { 'x-release-personal-token': token } });
  await ask({ path, login: null, headers: { 'x-release-personal-token': `${token}0` } });
  await ask({ path, login: null, headers: { cookie: `slipway=${cookie}` } });
  await ask({ path, login: null, headers: { cookie: `slipway=${cookie}0` } });
  await ask({ method: 'POST', path: '/login', login: null, headers, body: body.slice(0, -1) });
  await ask({ method: 'POST', path: '/login', login: null, headers, body: `["${wrongPassword}"]` });
  await ask({ method: 'DELETE', path: `/api/v1/personal-access-tokens/none`, login: `:${token}` });
  const change = JSON.stringify({ currentPassword: password, newPassword: nextPassword });
  const wrong = JSON.stringify({ currentPassword: wrongPassword, newPassword: nextPassword });
  for (const changed of [wrong, change]) {
    const at = '/api/v1/users/ann/password';
    await ask({ method: 'POST', path: at, login: `ann:${password}`, headers, body: changed });
  }
  await ask({ path: '/api/v1/users/ann' });
  await ask({ path: '/api/v1/users' });
  await ask({ path: '/api/v1/personal-access-tokens', login: `:${token}` });
  await ask({ path: '/metrics' });
  await ask({ path: '/api/v1/audit?resultsPerPage=1000' });
});

describe('passwords, tokens and values of sessions', () => {
  test('are in no answer but the one that gives them', () => {
    expect(answers.length).toBeGreaterThan(5_000);
    expect(secretsIn(answers)).toEqual([]);
  });

  test('are in no line that is logged, at any level', () => {
    expect(output()).toContain('"path":"/api/v1/sessions"');
    expect(secretsIn(output())).toEqual([]);
  });

  test('are in no table of the database', async () => {
    await expect.poll(async () => (await rest.get<unknown[]>('/audit?action=LOGIN_FAILED')).length).toBeGreaterThan(2);
    const tables = await database().query<{ readonly name: string }>({
      text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    });
    const found = new Map<string, readonly number[]>();
    let rows = 0;
    for (const { name } of tables) {
      const all = await database().query<{ readonly row: string }>({ text: `select t::text as row from ${name} t` });
      rows += all.length;
      const inTable = secretsIn(all.map(({ row }) => row).join('\n'));
      if (inTable.length > 0) found.set(name, inTable);
    }
    expect(rows).toBeGreaterThan(10);
    expect([...found]).toEqual([]);
  });

  test('are in no argument or environment of a process', () => {
    const told = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => ['cmdline', 'environ'].map((kind) => readable(`/proc/${pid}/${kind}`)));
    expect(secretsIn(told.join('\n'))).toEqual([]);
  });
});

/** A file of a process, which may have ended or belong to another user. */
function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
