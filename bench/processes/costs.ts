// The processor time of each piece of work, by the part that does it: the input of bench/scale.
import pg from 'pg';
import { table } from '../../test/harness/table.ts';
import { completing, prepare } from '../flow/complete-task.ts';
import { connect, type Http } from '../measure/http.ts';
import { type Client, measure, median } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { type Cluster, type Spent, spentBetween, startCluster } from './cluster.ts';

const clients = 8;
const rounds = 3;
const longestMs = 120_000;
const releasesEach = 16;
const creationsEach = 48;
const readsEach = 1_500;
const scriptsInEach = 20;
const idleMs = 10_000;

/** What a number of pieces took together. */
interface Piece {
  readonly count: number;
  readonly seconds: number;
  readonly spent: Spent;
}
/** Prepares work; returns a function that does it and is measured. */
type Work = (cluster: Cluster, connections: readonly Http[]) => Promise<() => Promise<Omit<Piece, 'spent'>>>;

interface Made {
  readonly id: string;
}

/** Each client takes its turn until all pieces are done. */
async function shared(
  connections: readonly Http[],
  count: number,
  piece: (http: Http, nth: number) => Promise<unknown>,
) {
  let next = 0;
  const working = connections.map(
    (http): Client =>
      async () => {
        if (next >= count) return false;
        next += 1;
        await piece(http, next);
        return true;
      },
  );
  const { perSecond } = await measure(working, longestMs);
  return { count, seconds: count / perSecond };
}

const firstOf = (connections: readonly Http[]): Http => {
  const [first] = connections;
  if (first === undefined) throw new Error('there are clients');
  return first;
};

const phase = (number: number, task: object) => ({
  title: `Phase ${number}`,
  tasks: numbers(10).map((nth) => ({ title: `Step ${nth}`, ...task })),
});
const planOf = (phases: number, task: object) => ({
  title: 'A plan',
  phases: numbers(phases).map((number) => phase(number, task)),
  maxConcurrentReleases: 1_000_000,
});

const completion: Work = async (_, connections) => {
  const work = completing(connections, await prepare(firstOf(connections), releasesEach));
  return async () => {
    const { durationsMs, perSecond } = await measure(work.clients, longestMs);
    return { count: durationsMs.length, seconds: durationsMs.length / perSecond };
  };
};

async function makeAndStart(http: Http, template: string): Promise<Made> {
  const made = await http.ask<Made>('POST', `/templates/${template}/create`, { releaseTitle: 'A release' });
  await http.ask('POST', `/releases/${made.id}/start`, {});
  return made;
}

const creation: Work = async (_, connections) => {
  const { id } = await firstOf(connections).ask<Made>('POST', '/templates', planOf(5, { type: 'rel.Task' }));
  return () => shared(connections, creationsEach, (http) => makeAndStart(http, id));
};

const read: Work = async (_, connections) => {
  const releases = await prepare(firstOf(connections), releasesEach);
  return () =>
    shared(connections, readsEach, (http, nth) => http.ask('GET', `/releases/${releases[nth % releases.length]?.id}`));
};

const nothing = "// language: javascript\nprint('done')";

/** Reads the database, so that only the work of scripts is measured. */
async function untilCompleted(databaseUrl: string, releases: readonly Made[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = releases.map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
  const unfinished = `select count(*)::int as count from releases where id = any ($1) and status <> 'COMPLETED'`;
  while ((await client.query(unfinished, [ids])).rows[0].count > 0) await new Promise((done) => setTimeout(done, 50));
  await client.end();
}

/** Scripts that do nothing, one after the other in each of several releases. */
const script: Work = async ({ databaseUrl }, connections) => {
  const plan = planOf(scriptsInEach / 10, { type: 'rel.ScriptTask', script: nothing });
  const { id } = await firstOf(connections).ask<Made>('POST', '/templates', plan);
  const orders = { releaseTitle: 'Scripts' };
  const made = await Promise.all(connections.map((http) => http.ask<Made>('POST', `/templates/${id}/create`, orders)));
  return async () => {
    const began = performance.now();
    await Promise.all(made.map((one, index) => connections[index]?.ask('POST', `/releases/${one.id}/start`, {})));
    await untilCompleted(databaseUrl, made);
    return { count: made.length * scriptsInEach, seconds: (performance.now() - began) / 1_000 };
  };
};

const idle: Work = async () => async () => {
  await new Promise((done) => setTimeout(done, idleMs));
  return { count: idleMs / 1_000, seconds: idleMs / 1_000 };
};

/** The first has no work: its cost is subtracted from the cost of the others. */
const pieces: readonly (readonly [string, Work])[] = [
  ['a second without work', idle],
  ['a task is completed', completion],
  ['a release of 50 tasks is made and started', creation],
  ['a release of 50 tasks is read', read],
  ['a script that does nothing is run', script],
];
const parts = ['api', 'scheduler', 'runner', 'postgres'] as const;

type Costs = Readonly<Record<(typeof parts)[number], number>>;

/** What one piece takes beyond what would be taken without it, the median of its rounds. */
function costsOf(measured: readonly Piece[], without: Costs | null): Costs {
  const of = (part: (typeof parts)[number]) =>
    median(
      measured.map(({ spent, count, seconds }) => Math.max(0, spent[part] - seconds * (without?.[part] ?? 0)) / count),
    );
  return { api: of('api'), scheduler: of('scheduler'), runner: of('runner'), postgres: of('postgres') };
}

function rowOf(name: string, measured: readonly Piece[], costs: Costs): readonly string[] {
  const perSecond = median(measured.map(({ count, seconds }) => count / seconds));
  return [name, perSecond.toFixed(0), ...parts.map((part) => String(Math.round(costs[part])))];
}

async function measureRounds(cluster: Cluster, connections: readonly Http[], work: Work): Promise<readonly Piece[]> {
  const measured: Piece[] = [];
  for (const round of numbers(rounds + 1)) {
    const prepared = await work(cluster, connections);
    const before = cluster.used();
    const done = await prepared();
    if (round > 1) measured.push({ ...done, spent: spentBetween(before, cluster.used()) });
  }
  return measured;
}

async function run({ product, say }: Bench): Promise<string> {
  const cluster = await startCluster(product, { database: 'bench_costs', apis: 1 });
  const connections = numbers(clients).map(() => connect(cluster.origins[0] ?? ''));
  try {
    const rows: (readonly string[])[] = [];
    let without: Costs | null = null;
    for (const [name, work] of pieces) {
      const measured = await measureRounds(cluster, connections, work);
      const costs = costsOf(measured, without);
      without ??= costs;
      rows.push(rowOf(name, measured, costs));
      say(`${name}: done.`);
    }
    return `Processor time of one piece of work, user and system, in microseconds, by the part that does it: one api process, one scheduler, one script runner with its children, and PostgreSQL; ${clients} clients. What a second without work takes is subtracted from the others. Medians of ${rounds} rounds. From these figures [docs/how-to/operations/size-an-installation.md](../docs/how-to/operations/size-an-installation.md) is computed.

${table(['piece', '/s', 'api µs', 'scheduler µs', 'runner µs', 'PostgreSQL µs'], rows)}`;
  } finally {
    await Promise.all(connections.map((http) => http.close()));
    await cluster.stop();
  }
}

/** What each piece of work costs which part. */
export const costs: Workload = { name: 'costs', title: 'What each piece of work costs', ownProduct: true, run };
