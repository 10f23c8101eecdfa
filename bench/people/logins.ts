// The cost of each way to log in, compared with a bare handler that reads one row by its key.
import pg from 'pg';
import { ms, table } from '../../test/harness/table.ts';
import { startBare } from '../measure/bare.ts';
import { connectAsStranger, type Http, type Stranger } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { processorTime, type Used, usedBetween } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const rounds = 5;
const roundMs = 2_000;
const name = 'benchloginuser';
const json = { 'content-type': 'application/json' };

type Headers = Readonly<Record<string, string>>;

/** A way to log in: the requests and the answers. */
interface Way {
  readonly what: string;
  readonly headers: (turn: number) => Headers;
  readonly status: number;
}

const basic = (username: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${username}:${name}`).toString('base64')}`,
});

/** More than log in while a way is measured, each once: a password that was never right there has to be verified. */
const many = 5_000;

/** Users of the one password: `benchloginuser1` and so on. */
async function addUsers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (username, password_hash)
       select username || number, password_hash from users, generate_series(1, $1::int) number where username = $2`,
    [many, name],
  );
  await client.end();
}

async function waysOf(http: Http, stranger: Stranger, { origin, databaseUrl }: Product): Promise<readonly Way[]> {
  await http.ask('POST', `/users/${name}`, { fullName: 'Bench', email: '', loginAllowed: true, password: name });
  await addUsers(databaseUrl);
  const body = JSON.stringify({ tokenNote: 'bench' });
  const made = await stranger.post('/api/v1/personal-access-tokens', { ...basic(name), ...json }, body);
  const { token }: { readonly token: string } = JSON.parse(made.text);
  const cookie = await cookieOf(origin);
  const personal = (text: string) => () => ({ 'x-release-personal-token': text });
  return [
    { what: 'password, first', headers: (turn) => basic(`${name}${turn}`), status: 200 },
    { what: 'password, remembered', headers: () => basic(name), status: 200 },
    { what: 'token', headers: personal(token), status: 200 },
    { what: 'session', headers: () => ({ cookie }), status: 200 },
    { what: 'wrong token', headers: personal('rpa_000102030405060708090a0b0c0d0e0fe18c75fb'), status: 401 },
    { what: 'no token at all', headers: personal('rpa_0001'), status: 401 },
  ];
}

async function cookieOf(origin: string): Promise<string> {
  const body = JSON.stringify({ username: name, password: name });
  const answer = await fetch(`${origin}/login`, { method: 'POST', headers: json, body });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

interface Measured {
  readonly floor: Round;
  readonly work: Round;
  readonly used: Used;
}

const over = (all: readonly Measured[], value: (one: Measured) => number): number => median(all.map(value));
const whole = (value: number): string => String(Math.round(value));

const row = (what: string, all: readonly Measured[]): readonly string[] => [
  what,
  whole(over(all, ({ work }) => work.perSecond)),
  ms(over(all, ({ work }) => quantile(work.durationsMs, 0.5))),
  ms(over(all, ({ work }) => quantile(work.durationsMs, 0.99))),
  whole(over(all, ({ used, work }) => used.server / work.durationsMs.length)),
  whole(over(all, ({ used, work }) => used.postgres / work.durationsMs.length)),
  ms(over(all, ({ floor }) => quantile(floor.durationsMs, 0.5))),
  over(all, ({ work, floor }) => work.perSecond / floor.perSecond).toFixed(2),
];

/** A bare server over one stored row, and how to end both. */
async function startFloor(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table bench_stored (id integer primary key, body text not null)');
  await client.query(`insert into bench_stored values (0, '{"username":"${name}"}')`);
  const bare = await startBare(databaseUrl);
  return {
    origin: bare.origin,
    stop: async () => {
      await bare.stop();
      await client.query('drop table bench_stored');
      await client.end();
    },
  };
}

const asking = (stranger: Stranger, path: string, { headers, status }: Way): Client => {
  let turn = 0;
  return async () => {
    turn += 1;
    const answer = await stranger.get(path, headers(turn));
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text}`);
    return true;
  };
};

async function run({ connections, product }: Bench): Promise<string> {
  const stranger = connectAsStranger(product.origin);
  const ways = await waysOf(connections[0]!, stranger, product);
  const floor = await startFloor(product.databaseUrl);
  const bare = connectAsStranger(floor.origin);
  const read = asking(bare, '/api/v1/stored/0', { what: 'floor', headers: () => ({}), status: 200 });
  const rows: (readonly string[])[] = [];
  for (const way of ways) {
    const all: Measured[] = [];
    const ask = asking(stranger, '/profile', way);
    for (let round = 0; round <= rounds; round += 1) {
      const lowest = await measure([read], roundMs);
      const before = processorTime(product.pid);
      const work = await measure([ask], roundMs);
      all.push({ floor: lowest, work, used: usedBetween(before, processorTime(product.pid)) });
    }
    rows.push(row(way.what, all.slice(1)));
  }
  await Promise.all([stranger.close(), bare.close()]);
  await floor.stop();
  const names = [
    'login by',
    '/s',
    'p50 ms',
    'p99 ms',
    'server CPU µs',
    'PostgreSQL CPU µs',
    'floor p50 ms',
    'of the floor',
  ];
  return `One client asks who it is (\`GET /profile\`, which reads nothing itself) and logs in with each request. A first password is one that was not right there in the last minute: it is verified by argon2id. Everything else takes one statement, and what is no token takes none.

${table(names, rows)}

Medians of ${rounds} rounds of ${roundMs / 1000} s. The floor is a bare express handler in a process of its own that reads one stored text by its key from the same PostgreSQL and sends it. Aim: a wrong token under 1 ms.`;
}

/** Log in, in each way. */
export const logins: Workload = { name: 'logins', title: 'Log in', run };
