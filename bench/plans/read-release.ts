// GET of a release of 50 tasks, compared with a bare express handler that sends one stored row of the same size.
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { prepare } from '../flow/complete-task.ts';
import { startBareServer } from '../measure/bare-server.ts';
import { connect, type Http } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';

const rounds = 5;
const roundMs = 2_000;
const releases = 20;
const clientCounts = [1, 16] as const;

const readClients = (http: Http, paths: readonly string[], size: number): Client => {
  let nextPath = 0;
  return async () => {
    nextPath += 1;
    const { status, text } = await http.send('GET', paths[nextPath % paths.length]!);
    if (status !== 200 || Math.abs(text.length - size) > size / 10) throw new Error(`answered ${status}: ${text}`);
    return true;
  };
};

/** Starts the handler, with the row that it reads. */
async function startReading(url: string, text: string): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table bench_stored (id integer primary key, body text not null)');
  await client.query('insert into bench_stored select id, $1 from generate_series(0, $2) id', [text, releases - 1]);
  const bare = await startBareServer(url);
  return {
    origin: bare.origin,
    stop: async () => {
      await bare.stop();
      await client.query('drop table bench_stored');
      await client.end();
    },
  };
}

interface Pair {
  readonly bare: Round;
  readonly work: Round;
}

const ratioOf = (pairs: readonly Pair[], value: (pair: Pair) => number): number => median(pairs.map(value));

function row(clients: number, pairs: readonly Pair[]): readonly string[] {
  const quantiles = (share: number, quantileOf: (pair: Pair) => Round) =>
    formatMs(ratioOf(pairs, (pair) => quantile(quantileOf(pair).durationsMs, share)));
  return [
    String(clients),
    String(Math.round(ratioOf(pairs, ({ work }) => work.perSecond))),
    quantiles(0.5, ({ work }) => work),
    quantiles(0.99, ({ work }) => work),
    String(Math.round(ratioOf(pairs, ({ bare }) => bare.perSecond))),
    quantiles(0.5, ({ bare }) => bare),
    ratioOf(pairs, ({ work, bare }) => work.perSecond / bare.perSecond).toFixed(2),
    '0.50',
  ];
}

async function run({ connections, product }: Bench): Promise<string> {
  const prepared = await prepare(connections[0]!, releases);
  const paths = prepared.map(({ id }) => `/releases/${id}`);
  const { text } = await connections[0]!.send('GET', paths[0]!);
  const bare = await startReading(product.databaseUrl, text);
  const bareConnections = connections.map(() => connect(bare.origin));
  const rows: (readonly string[])[] = [];
  for (const count of clientCounts) {
    const pairs: Pair[] = [];
    const clients = (from: readonly Http[], at: readonly string[]) =>
      from.slice(0, count).map((http) => readClients(http, at, text.length));
    const rowPaths = paths.map((_, index) => `/stored/${index}`);
    for (let round = 0; round <= rounds; round++) {
      const lowest = await measure(clients(bareConnections, rowPaths), roundMs);
      pairs.push({ bare: lowest, work: await measure(clients(connections, paths), roundMs) });
    }
    rows.push(row(count, pairs.slice(1)));
  }
  await Promise.all(bareConnections.map((http) => http.close()));
  await bare.stop();
  const names = ['clients', 'GET /s', 'p50 ms', 'p99 ms', 'floor /s', 'floor p50 ms', 'ratio to floor', 'target'];
  return `\`GET /releases/{id}\` of a release of 50 tasks (${(text.length / 1000).toFixed(1)} kB). The clients read ${releases} releases in turn.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${roundMs / 1000} s. The floor is a minimal Express handler in a separate process. It reads one stored text of the same size by its key from the same PostgreSQL, and sends it. It uses a pool and a prepared statement.`;
}

/** Reads a release of 50 tasks. */
export const readRelease: Workload = { name: 'read-release', title: 'Read a release of 50 tasks', run };
