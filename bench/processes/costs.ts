// The processor time of each operation, by service: the input of bench/scale.
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { completionWork, prepare } from '../flow/complete-task.ts';
import { connect, type Http } from '../measure/http.ts';
import { type Client, measure, median } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { type Cluster, type PartUsage, startCluster, usageBetween } from './cluster.ts';

const clients = 8;
const rounds = 3;
const maxMs = 120_000;
const releasesEach = 16;
const creationsEach = 48;
const readsEach = 1_500;
const scriptsInEach = 20;
const idleMs = 10_000;

/** The cost of a number of items. */
interface PieceCost {
  readonly count: number;
  readonly seconds: number;
  readonly usage: PartUsage;
}
/** Prepares work. Returns the function that is measured. */
type Work = (cluster: Cluster, connections: readonly Http[]) => Promise<() => Promise<Omit<PieceCost, 'usage'>>>;

interface ResourceRef {
  readonly id: string;
}

/** Processes all items with several clients. Each client takes the next item. */
async function shareWork(
  connections: readonly Http[],
  count: number,
  measurePiece: (http: Http, nth: number) => Promise<unknown>,
) {
  let next = 0;
  const workers = connections.map(
    (http): Client =>
      async () => {
        if (next >= count) return false;
        next += 1;
        await measurePiece(http, next);
        return true;
      },
  );
  const { perSecond } = await measure(workers, maxMs);
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
  const work = completionWork(connections, await prepare(firstOf(connections), releasesEach));
  return async () => {
    const { durationsMs, perSecond } = await measure(work.clients, maxMs);
    return { count: durationsMs.length, seconds: durationsMs.length / perSecond };
  };
};

async function makeAndStart(http: Http, template: string): Promise<ResourceRef> {
  const created = await http.request<ResourceRef>('POST', `/templates/${template}/create`, {
    releaseTitle: 'A release',
  });
  await http.request('POST', `/releases/${created.id}/start`, {});
  return created;
}

const creation: Work = async (_, connections) => {
  const { id } = await firstOf(connections).request<ResourceRef>('POST', '/templates', planOf(5, { type: 'rel.Task' }));
  return () => shareWork(connections, creationsEach, (http) => makeAndStart(http, id));
};

const read: Work = async (_, connections) => {
  const releases = await prepare(firstOf(connections), releasesEach);
  return () =>
    shareWork(connections, readsEach, (http, nth) =>
      http.request('GET', `/releases/${releases[nth % releases.length]?.id}`),
    );
};

const nothing = "// language: javascript\nprint('done')";

/** Polls the database directly, so that only the work of scripts is measured. */
async function waitUntilCompleted(databaseUrl: string, releases: readonly ResourceRef[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = releases.map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
  const unfinished = `select count(*)::int as count from releases where id = any ($1) and status <> 'COMPLETED'`;
  while ((await client.query(unfinished, [ids])).rows[0].count > 0) await new Promise((done) => setTimeout(done, 50));
  await client.end();
}

/** Runs empty scripts, one after the other in each of several releases. */
const script: Work = async ({ databaseUrl }, connections) => {
  const plan = planOf(scriptsInEach / 10, { type: 'rel.ScriptTask', script: nothing });
  const { id } = await firstOf(connections).request<ResourceRef>('POST', '/templates', plan);
  const orders = { releaseTitle: 'Scripts' };
  const created = await Promise.all(
    connections.map((http) => http.request<ResourceRef>('POST', `/templates/${id}/create`, orders)),
  );
  return async () => {
    const startedAt = performance.now();
    await Promise.all(
      created.map((unitCost, index) => connections[index]?.request('POST', `/releases/${unitCost.id}/start`, {})),
    );
    await waitUntilCompleted(databaseUrl, created);
    return { count: created.length * scriptsInEach, seconds: (performance.now() - startedAt) / 1_000 };
  };
};

const idle: Work = async () => async () => {
  await new Promise((done) => setTimeout(done, idleMs));
  return { count: idleMs / 1_000, seconds: idleMs / 1_000 };
};

/** The first kind is idle. Its cost is subtracted from the cost of the others. */
const pieceKinds: readonly (readonly [string, Work])[] = [
  ['idle for one second', idle],
  ['complete a task', completion],
  ['create and start a release of 50 tasks', creation],
  ['read a release of 50 tasks', read],
  ['run an empty script', script],
];
const parts = ['api', 'scheduler', 'runner', 'postgres'] as const;

type Costs = Readonly<Record<(typeof parts)[number], number>>;

/** Returns the cost of one item without the cost of an idle system: the median of the rounds. */
function costsOf(measured: readonly PieceCost[], without: Costs | null): Costs {
  const pieceOf = (part: (typeof parts)[number]) =>
    median(
      measured.map(({ usage, count, seconds }) => Math.max(0, usage[part] - seconds * (without?.[part] ?? 0)) / count),
    );
  return {
    api: pieceOf('api'),
    scheduler: pieceOf('scheduler'),
    runner: pieceOf('runner'),
    postgres: pieceOf('postgres'),
  };
}

function rowOf(name: string, measured: readonly PieceCost[], costs: Costs): readonly string[] {
  const perSecond = median(measured.map(({ count, seconds }) => count / seconds));
  return [name, perSecond.toFixed(0), ...parts.map((part) => String(Math.round(costs[part])))];
}

async function measureRounds(
  cluster: Cluster,
  connections: readonly Http[],
  work: Work,
): Promise<readonly PieceCost[]> {
  const measured: PieceCost[] = [];
  for (const round of numbers(rounds + 1)) {
    const prepared = await work(cluster, connections);
    const before = cluster.used();
    const done = await prepared();
    if (round > 1) measured.push({ ...done, usage: usageBetween(before, cluster.used()) });
  }
  return measured;
}

async function run({ product, print }: Bench): Promise<string> {
  const cluster = await startCluster(product, { database: 'bench_costs', apis: 1 });
  const connections = numbers(clients).map(() => connect(cluster.origins[0] ?? ''));
  try {
    const rows: (readonly string[])[] = [];
    let without: Costs | null = null;
    for (const [name, work] of pieceKinds) {
      const measured = await measureRounds(cluster, connections, work);
      const costs = costsOf(measured, without);
      without ??= costs;
      rows.push(rowOf(name, measured, costs));
      print(`${name}: done.`);
    }
    return `Processor time of one operation, user and system, in microseconds, for each service. There are one API process, one scheduler, one script runner with its children, PostgreSQL, and ${clients} clients. The time of an idle second is subtracted from the other operations. Medians of ${rounds} rounds. These figures are the input of [docs/how-to/operations/size-an-installation.md](../docs/how-to/operations/size-an-installation.md).

${formatTable(['operation', '/s', 'API µs', 'scheduler µs', 'runner µs', 'PostgreSQL µs'], rows)}`;
  } finally {
    await Promise.all(connections.map((http) => http.close()));
    await cluster.stop();
  }
}

/** Measures the processor time of each operation in each service. */
export const costs: Workload = { name: 'costs', title: 'Processor time of each operation', ownProduct: true, run };
