// The cost of each way to log in, compared with a bare handler that reads one row by its key.
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { startBareServer } from '../measure/bare-server.ts';
import { type AnonymousClient, connectAnonymously, type Http } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const rounds = 5;
const roundMs = 2_000;
const name = 'benchloginuser';
const json = { 'content-type': 'application/json' };

type Headers = Readonly<Record<string, string>>;

/** A way to log in: the requests and the answers. */
interface LoginMethod {
  readonly label: string;
  readonly headers: (attempt: number) => Headers;
  readonly status: number;
}

const basic = (username: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${username}:${name}`).toString('base64')}`,
});

/**
 * More users than the number of logins in a measurement. Each logs in once, because only the first login with a
 * password verifies its hash.
 */
const extraUsers = 5_000;

/** Adds users with the same password: `benchloginuser1` and so on. */
async function addUsers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (username, password_hash)
       select username || number, password_hash from users, generate_series(1, $1::int) number where username = $2`,
    [extraUsers, name],
  );
  await client.end();
}

async function createLoginMethods(
  http: Http,
  anonymousClient: AnonymousClient,
  { origin, databaseUrl }: Product,
): Promise<readonly LoginMethod[]> {
  await http.request('POST', `/users/${name}`, { fullName: 'Bench', email: '', loginAllowed: true, password: name });
  await addUsers(databaseUrl);
  const body = JSON.stringify({ tokenNote: 'bench' });
  const created = await anonymousClient.post('/api/v1/personal-access-tokens', { ...basic(name), ...json }, body);
  const { token }: { readonly token: string } = JSON.parse(created.text);
  const cookie = await cookieOf(origin);
  const personal = (text: string) => () => ({ 'x-release-personal-token': text });
  return [
    { label: 'password, not cached', headers: (attempt) => basic(`${name}${attempt}`), status: 200 },
    { label: 'password, cached', headers: () => basic(name), status: 200 },
    { label: 'token', headers: personal(token), status: 200 },
    { label: 'session', headers: () => ({ cookie }), status: 200 },
    { label: 'wrong token', headers: personal('rpa_000102030405060708090a0b0c0d0e0fe18c75fb'), status: 401 },
    { label: 'malformed token', headers: personal('rpa_0001'), status: 401 },
  ];
}

async function cookieOf(origin: string): Promise<string> {
  const body = JSON.stringify({ username: name, password: name });
  const answer = await fetch(`${origin}/login`, { method: 'POST', headers: json, body });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

interface Measurement {
  readonly floor: Round;
  readonly work: Round;
  readonly used: ProcessorUsage;
}

const medianOver = (all: readonly Measurement[], value: (measurement: Measurement) => number): number =>
  median(all.map(value));
const rounded = (value: number): string => String(Math.round(value));

const row = (what: string, all: readonly Measurement[]): readonly string[] => [
  what,
  rounded(medianOver(all, ({ work }) => work.perSecond)),
  formatMs(medianOver(all, ({ work }) => quantile(work.durationsMs, 0.5))),
  formatMs(medianOver(all, ({ work }) => quantile(work.durationsMs, 0.99))),
  rounded(medianOver(all, ({ used, work }) => used.server / work.durationsMs.length)),
  rounded(medianOver(all, ({ used, work }) => used.postgres / work.durationsMs.length)),
  formatMs(medianOver(all, ({ floor }) => quantile(floor.durationsMs, 0.5))),
  medianOver(all, ({ work, floor }) => work.perSecond / floor.perSecond).toFixed(2),
];

/** Starts a bare server with one stored row, and returns a function that stops it. */
async function startFloor(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table bench_stored (id integer primary key, body text not null)');
  await client.query(`insert into bench_stored values (0, '{"username":"${name}"}')`);
  const bare = await startBareServer(databaseUrl);
  return {
    origin: bare.origin,
    stop: async () => {
      await bare.stop();
      await client.query('drop table bench_stored');
      await client.end();
    },
  };
}

const loginClient = (anonymousClient: AnonymousClient, path: string, { headers, status }: LoginMethod): Client => {
  let attempt = 0;
  return async () => {
    attempt += 1;
    const answer = await anonymousClient.get(path, headers(attempt));
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text}`);
    return true;
  };
};

async function run({ connections, product }: Bench): Promise<string> {
  const anonymousClient = connectAnonymously(product.origin);
  const loginMethods = await createLoginMethods(connections[0]!, anonymousClient, product);
  const floor = await startFloor(product.databaseUrl);
  const bare = connectAnonymously(floor.origin);
  const read = loginClient(bare, '/api/v1/stored/0', { label: 'floor', headers: () => ({}), status: 200 });
  const rows: (readonly string[])[] = [];
  for (const loginMethod of loginMethods) {
    const all: Measurement[] = [];
    const loginOnce = loginClient(anonymousClient, '/profile', loginMethod);
    for (let round = 0; round <= rounds; round += 1) {
      const lowest = await measure([read], roundMs);
      const before = processorTime(product.pid);
      const work = await measure([loginOnce], roundMs);
      all.push({ floor: lowest, work, used: usageBetween(before, processorTime(product.pid)) });
    }
    rows.push(row(loginMethod.label, all.slice(1)));
  }
  await Promise.all([anonymousClient.close(), bare.close()]);
  await floor.stop();
  const names = [
    'credential',
    '/s',
    'p50 ms',
    'p99 ms',
    'server CPU µs',
    'PostgreSQL CPU µs',
    'floor p50 ms',
    'ratio to floor',
  ];
  return `One client requests its profile and authenticates with each request. \`GET /profile\` itself runs no statement. A password is not cached if it was not verified in the last minute. The server then verifies it with argon2id. All other credentials take one statement, and a malformed token takes none.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${roundMs / 1000} s. The floor is a minimal Express handler in a separate process. It reads one stored text by its key from the same PostgreSQL and sends it. The target is less than 1 ms for a wrong token.`;
}

/** Logs in, with each method. */
export const logins: Workload = { name: 'logins', title: 'Log in', run };
