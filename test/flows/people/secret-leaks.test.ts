import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

// The test uses valid and invalid login secrets in every way. Then it searches all stored data and all output.
const product = serve({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' });
const { rest, url, output, database } = product;

const password = 'Kormoran-7731-Passwort';
const nextPassword = 'Kormoran-7732-Nachfolger';
const wrongPassword = 'Kormoran-7733-Irrtum';
const headers = { 'content-type': 'application/json' };
let token: string;
let cookie: string;
let answers = '';

/** Sends a request and records the response. */
async function sendRequest(sendRequest: Parameters<typeof sendRaw>[1]): Promise<void> {
  const { headers: answered, text } = await sendRaw(url(), sendRequest);
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
/** Returns the indexes of the secrets that a text contains. */
const secretsIn = (text: string) => secrets().flatMap((secret, index) => (text.includes(secret) ? [index] : []));

beforeAll(async () => {
  await rest.send('POST', '/users/ann', { fullName: 'Ann', email: '', loginAllowed: true, password });
  const own = createRestClient(url, basicAuth('ann', password));
  const created = await own.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'searched' });
  token = created.token;
  const body = JSON.stringify({ username: 'ann', password });
  const loginResponse = await sendRaw(url(), { method: 'POST', path: '/login', login: null, headers, body });
  cookie = String(loginResponse.headers['set-cookie']?.[0]).split(/[=;]/)[1] ?? '';
  const path = '/api/v1/sessions';
  await sendRequest({ path, login: `ann:${password}` });
  await sendRequest({ path, login: `ann:${wrongPassword}` });
  await sendRequest({ path, login: `${wrongPassword}:x` });
  await sendRequest({ path, login: `:${token}` });
  await sendRequest({ path, login: `${token}:` });
  await sendRequest({ path, login: null, headers: { authorization: `Bearer ${token}` } });
  await sendRequest({ path, login: null, headers: { 'x-release-personal-token': token } });
  await sendRequest({ path, login: null, headers: { 'x-release-personal-token': `${token}0` } });
  await sendRequest({ path, login: null, headers: { cookie: `slipway=${cookie}` } });
  await sendRequest({ path, login: null, headers: { cookie: `slipway=${cookie}0` } });
  await sendRequest({ method: 'POST', path: '/login', login: null, headers, body: body.slice(0, -1) });
  await sendRequest({ method: 'POST', path: '/login', login: null, headers, body: `["${wrongPassword}"]` });
  await sendRequest({ method: 'DELETE', path: `/api/v1/personal-access-tokens/none`, login: `:${token}` });
  const change = JSON.stringify({ currentPassword: password, newPassword: nextPassword });
  const wrongPasswordBody = JSON.stringify({ currentPassword: wrongPassword, newPassword: nextPassword });
  for (const changed of [wrongPasswordBody, change]) {
    const at = '/api/v1/users/ann/password';
    await sendRequest({ method: 'POST', path: at, login: `ann:${password}`, headers, body: changed });
  }
  await sendRequest({ path: '/api/v1/users/ann' });
  await sendRequest({ path: '/api/v1/users' });
  await sendRequest({ path: '/api/v1/personal-access-tokens', login: `:${token}` });
  await sendRequest({ path: '/metrics' });
  await sendRequest({ path: '/api/v1/audit?resultsPerPage=1000' });
});

describe('passwords, tokens and session values', () => {
  test('are only in the response that returns them', () => {
    expect(answers.length).toBeGreaterThan(5_000);
    expect(secretsIn(answers)).toEqual([]);
  });

  test('are not in the log, at any level', () => {
    expect(output()).toContain('"path":"/api/v1/sessions"');
    expect(secretsIn(output())).toEqual([]);
  });

  test('are not in the database', async () => {
    await expect.poll(async () => (await rest.get<unknown[]>('/audit?action=LOGIN_FAILED')).length).toBeGreaterThan(2);
    const tables = await database().query<{ readonly name: string }>({
      text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    });
    const positions = new Map<string, readonly number[]>();
    let rows = 0;
    for (const { name } of tables) {
      const all = await database().query<{ readonly row: string }>({ text: `select t::text as row from ${name} t` });
      rows += all.length;
      const inTable = secretsIn(all.map(({ row }) => row).join('\n'));
      if (inTable.length > 0) positions.set(name, inTable);
    }
    expect(rows).toBeGreaterThan(10);
    expect([...positions]).toEqual([]);
  });

  test('are not in an argument or environment of a process', () => {
    const processOutputs = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => ['cmdline', 'environ'].map((kind) => readable(`/proc/${pid}/${kind}`)));
    expect(secretsIn(processOutputs.join('\n'))).toEqual([]);
  });
});

/** Returns a file of a process, or an empty text if the process has ended or belongs to another user. */
function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
