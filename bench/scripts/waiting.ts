// Tasks of a bundled integration that wait with polls of 60 s: the processor time of each service, and the places that
// the waiting tasks use.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { type Cluster, startCluster, usageBetween } from '../processes/cluster.ts';

const releases = 100;
const tasksOfRelease = 10;
/** In seconds: the time between two polls of a task. */
const interval = 60;
/** Two polls of each task. */
const windowSeconds = 2 * interval;

/** Listens on a free loopback port. The value of each query is below the threshold of the tasks. */
async function startStandIn() {
  const body = JSON.stringify({
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: {}, value: [1, '0'] }] },
  });
  let polls = 0;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/v1/query?query=')) polls += 1;
    response.setHeader('content-type', 'application/json').end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    polls: () => polls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Starts the releases, evenly spread over one interval. Their tasks wait until a value exceeds the threshold. */
async function startReleases(http: Http, url: string): Promise<void> {
  const connection = { type: 'prometheus.Server', title: 'Stand-in', url };
  const { id: server } = await http.request<{ readonly id: string }>('POST', '/config', connection);
  const tasks = numbers(tasksOfRelease).map((number) => ({
    ...{ title: `Gate ${number}`, type: 'prometheus.CheckQuery', server },
    ...{ query: 'errors', operator: '>', threshold: '1', pollInterval: interval },
  }));
  const all = { title: 'all', type: 'rel.ParallelGroup', tasks };
  const template = { title: 'Gates', phases: [{ title: 'Gate', tasks: [all] }], maxConcurrentReleases: 1_000_000 };
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', template);
  const startedAt = Date.now();
  for (const number of numbers(releases)) {
    await http.request('POST', `/templates/${id}/start`, { releaseTitle: `Gates ${number}` });
    await pause(Math.max(0, startedAt + (number * interval * 1_000) / releases - Date.now()));
  }
}

/** The places in use at one time. */
interface Places {
  /** scripts that run or wait for a process */
  readonly scripts: number;
  readonly connections: number;
  /** connections that run a statement or have an open transaction */
  readonly busy: number;
}

const gauge = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

async function readPlaces({ runnerUrl }: Cluster, client: pg.Client): Promise<Places> {
  const metrics = await (await fetch(`${runnerUrl}/metrics`)).text();
  const { rows } = await client.query(
    `select count(*)::int as connections, (count(*) filter (where state <> 'idle'))::int as busy
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const scripts = gauge(metrics, 'slipway_scripts_running') + gauge(metrics, 'slipway_scripts_waiting');
  return { scripts, ...rows[0] };
}

/** Reads the places once a second, until the window ends. */
async function watchPlaces(cluster: Cluster, client: pg.Client): Promise<readonly Places[]> {
  const samples: Places[] = [];
  const endsAt = Date.now() + windowSeconds * 1_000;
  for (let at = Date.now(); at < endsAt; at = Date.now()) {
    samples.push(await readPlaces(cluster, client));
    await pause(Math.min(1_000, Math.max(0, endsAt - Date.now())));
  }
  return samples;
}

async function measureWindow(cluster: Cluster, standIn: StandIn, { print }: Bench): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  const [pollsBefore, before] = [standIn.polls(), cluster.used()];
  const samples = await watchPlaces(cluster, client);
  const used = usageBetween(before, cluster.used());
  const polls = standIn.polls() - pollsBefore;
  const { rows } = await client.query(`select count(*)::int as count from awaits where kind = 'script'`);
  await client.end();
  const share = (usedUs: number) => `${(usedUs / windowSeconds / 10_000).toFixed(1)} %`;
  const ms = (usedUs: number) => (usedUs / 1_000 / polls).toFixed(2);
  const { api, scheduler, runner, postgres } = used;
  const parts = { scheduler, API: api, 'script runner': runner, PostgreSQL: postgres };
  const costs = [...Object.entries(parts), ['all', api + scheduler + runner + postgres] as const];
  const costTable = formatTable(
    ['process', 'share of a core', 'CPU ms per poll'],
    costs.map(([name, usedUs]) => [name, share(usedUs), ms(usedUs)]),
  );
  const spread = (name: keyof Places) => {
    const values = samples.map((sample) => sample[name]).toSorted((a, b) => a - b);
    return [quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)].map(String);
  };
  const placeTable = formatTable(
    ['in use', 'p50', 'p99', 'max'],
    [
      ['scripts in the runner', ...spread('scripts')],
      ['connections to PostgreSQL', ...spread('connections')],
      ['connections with a statement or transaction', ...spread('busy')],
    ],
  );
  print(`${polls} polls, ${rows[0].count} tasks wait`);
  return `${rows[0].count.toLocaleString('en')} tasks of the type \`prometheus.CheckQuery\` wait for a condition that does not hold. Each polls a server on loopback every ${interval} s. One scheduler, one API process and one script runner share the machine. In the window of ${windowSeconds} s, ${polls.toLocaleString('en')} polls reached the server.

${costTable}

A sample once a second shows the places in use:

${placeTable}`;
}

async function run(bench: Bench): Promise<string> {
  const standIn = await startStandIn();
  const settings = { SCRIPT_HTTP_ALLOW: '127.0.0.1' };
  const cluster = await startCluster(bench.product, { database: 'bench_waiting', apis: 1, settings });
  const http = connect(cluster.origins[0] ?? '');
  try {
    await startReleases(http, standIn.url);
    return await measureWindow(cluster, standIn, bench);
  } finally {
    await http.close();
    await cluster.stop();
    await standIn.stop();
  }
}

/** Waits with 1,000 tasks of an integration. */
export const waiting: Workload = { name: 'waiting', title: 'Wait with 1,000 integration tasks', ownProduct: true, run };
