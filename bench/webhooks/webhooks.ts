// The time from a webhook delivery to its response, for each authentication method. Each delivery is stored,
// authenticated and answered.
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { startBareServer } from '../measure/bare-server.ts';
import { type AnonymousClient, connectAnonymously } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, runnerOf, usageBetween } from '../measure/processor.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { peakMemory, residentMemory } from '../report/memory.ts';
import { type Hook, installPlugin, makeHooks } from './hooks.ts';
import { pushEvent } from './push-event.ts';

const rounds = 3;
const roundMs = 1_000;
const warmMs = 800;
const clientCounts = [1, 16] as const;
const most = 16;
/** The targets: deliveries per second of sixteen clients. */
const aims: Readonly<Record<string, string>> = {
  'inline JavaScript': '500',
  'inline Python': '250',
  'inline Python, HMAC': '250',
  'Python of a plugin': '250',
};

const deliveryClient =
  (anonymousClient: AnonymousClient, { path, headers }: Hook): Client =>
  async () => {
    const { status, text } = await anonymousClient.post(path, headers, pushEvent);
    if (status !== 200 || text !== '') throw new Error(`${path} was answered ${status}: ${text}`);
    return true;
  };

interface Measurement {
  readonly round: Round;
  readonly used: ProcessorUsage;
}

/** Measures rounds of one client, then of sixteen. */
async function measureHook(anonymousClients: readonly AnonymousClient[], hook: Hook, pid: number) {
  const clients = anonymousClients.map((anonymousClient) => deliveryClient(anonymousClient, hook));
  await measure(clients, warmMs);
  const measured = new Map<number, Measurement[]>(clientCounts.map((count) => [count, []]));
  for (const _ of numbers(rounds)) {
    for (const count of clientCounts) {
      const before = processorTime(pid);
      const round = await measure(clients.slice(0, count), roundMs);
      measured.get(count)?.push({ round, used: usageBetween(before, processorTime(pid)) });
    }
  }
  return measured;
}

function row(name: string, measured: ReadonlyMap<number, readonly Measurement[]>): readonly string[] {
  const over = (count: number, value: (one: Measurement) => number) => median((measured.get(count) ?? []).map(value));
  const rounded = (value: number) => String(Math.round(value));
  const figures = clientCounts.flatMap((count) => [
    rounded(over(count, ({ round }) => round.perSecond)),
    formatMs(over(count, ({ round }) => quantile(round.durationsMs, 0.5))),
    formatMs(over(count, ({ round }) => quantile(round.durationsMs, 0.99))),
  ]);
  const used = (clientName: keyof ProcessorUsage) =>
    rounded(over(most, ({ round, used }) => used[clientName] / round.durationsMs.length));
  return [name, ...figures, used('server'), used('postgres'), used('runner'), aims[name] ?? ''];
}

/** Measures the floor: an express server that stores the body and returns an empty response. */
async function measureFloor(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table bench_delivered (id bigint generated always as identity primary key, body text)');
  const bare = await startBareServer(url);
  const anonymousClients = numbers(most).map(() => connectAnonymously(bare.origin));
  const hook = { name: 'floor', path: '/webhooks/bare', headers: { 'content-type': 'application/json' } };
  const measured = await measureHook(anonymousClients, hook, 0);
  await Promise.all(anonymousClients.map((anonymousClient) => anonymousClient.close()));
  await bare.stop();
  await client.query('drop table bench_delivered');
  await client.end();
  return row('floor', measured).map((cell, index) => (index > 2 * clientCounts.length + 2 ? '' : cell));
}

/** Returns the memory of the script runner's process and its children, in megabytes. */
function runnerMemory(pid: number): string {
  const { runner, children } = runnerOf(pid);
  const pids = (of: (child: number) => number) => children.map((child) => Math.round(of(child))).join(' and ');
  return `${Math.round(residentMemory(runner))} MB. Its ${children.length} children use ${pids(residentMemory)} MB (at most ${pids(peakMemory)} MB)`;
}

async function run({ connections, product, print }: Bench): Promise<string> {
  await installPlugin(product.origin);
  const hooks = await makeHooks(connections[0]!);
  const warm = runnerMemory(product.pid);
  const anonymousClients = numbers(most).map(() => connectAnonymously(product.origin));
  const rows: (readonly string[])[] = [];
  for (const hook of hooks) {
    rows.push(row(hook.name, await measureHook(anonymousClients, hook, product.pid)));
    print(rows.at(-1)!.join('  '));
  }
  await Promise.all(anonymousClients.map((anonymousClient) => anonymousClient.close()));
  rows.push(await measureFloor(product.databaseUrl));
  const columns = clientCounts.flatMap((count) => [`${count}: /s`, 'p50 ms', 'p99 ms']);
  const names = [
    'authentication',
    ...columns,
    'server CPU µs',
    'PostgreSQL CPU µs',
    'runner CPU µs',
    'target of 16 /s',
  ];
  return `A push event of ${pushEvent.length} bytes until its response, by 1 client and by ${most}. The server stores it, evaluates it and returns 200. With a script, the target is also a median under 10 ms with one client.

${formatTable(names, rows)}

Medians of ${rounds} rounds of ${roundMs / 1000} s. The floor is a minimal Express server in a separate process. It stores the body by one prepared insert and its commit, and returns an empty response. Scripts run in isolates of child processes without a compiler. Resident memory of the script runner before the first script: ${warm}. Resident memory of the script runner after all scripts: ${runnerMemory(product.pid)}.`;
}

/** Receives webhooks with each authentication method. */
export const webhooks: Workload = { name: 'webhooks', title: 'Receive a webhook', run };
