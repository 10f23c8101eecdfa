// Releases that start automatically at their dates: first many at one instant, then a steady stream at half of that
// start rate. The queue is on Redis and in PostgreSQL.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { freshRedis } from '../../test/harness/servers/redis.ts';
import { connect } from '../measure/http.ts';
import { type Client, measure, quantile } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { runOnSchedule } from '../measure/timers.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { copyRelease } from './copies.ts';

const burstSize = 10_000;
const minStreamSize = 10_000;
const seconds = 20;
/** In milliseconds: the time for writing the rows, before the first release is due. */
const leadMs = 9_000;
const floorMs = 5_000;
/** The number of connections with which the scheduler starts a burst of releases. */
const concurrency = 8;
const maxMs = 120_000;

/** The results for releases of one kind. */
interface LatenessFigures {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly lost: number;
  readonly twice: number;
}

const template = {
  title: 'Three tasks that wait only for their date',
  phases: [{ title: 'Deliver', tasks: numbers(3).map((task) => ({ title: `Do step ${task}` })) }],
};

/** Creates a planned release that starts automatically. Its copies are measured. */
async function originalOf(product: Product): Promise<string> {
  const http = connect(product.origin);
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', template);
  const order = { releaseTitle: 'Original', autoStart: true, scheduledStartDate: '2100-01-01T00:00:00Z' };
  const created = await http.request<{ readonly id: string }>('POST', `/templates/${id}/create`, order);
  await http.close();
  return created.id.slice(created.id.lastIndexOf('/') + 1);
}

/** Waits until no release with this suffix is planned. Returns how late they started. */
async function startedOf(client: pg.Client, suffix: string): Promise<LatenessFigures> {
  const ownReleases = `id like 'Release%${suffix}%'`;
  for (const startedAt = performance.now(); performance.now() - startedAt < maxMs; ) {
    const { rows } = await client.query(
      `select exists (select from live_releases where status = 'PLANNED' and ${ownReleases})`,
    );
    if (rows[0].exists === false) break;
    await pause(500);
  }
  const latenessSql = 'extract(epoch from start_date - scheduled_start_date)::float8 * 1000';
  const { rows } = await client.query(`
    select percentile_disc(0.5) within group (order by ${latenessSql}) as p50,
      percentile_disc(0.99) within group (order by ${latenessSql}) as p99, max(${latenessSql}) as longest,
      count(*) filter (where status <> 'IN_PROGRESS')::int as lost,
      (select count(*)::int from (select from live_activities where release_${ownReleases} and activity_type = 'RELEASE_STARTED'
        group by release_id having count(*) > 1) doubled) as twice
    from live_releases where ${ownReleases}`);
  return rows[0];
}

/**
 * Returns the product's own metrics: the number of started releases by source, and their total delay in milliseconds.
 */
async function figuresOf(
  product: Product,
): Promise<{ readonly queue: number; readonly sweep: number; readonly lateMs: number }> {
  const text = await (await fetch(`${product.origin}/metrics`)).text();
  const figure = (name: string, source: string) =>
    Number(text.split(`\nslipway_${name}{source="${source}"} `)[1]?.split('\n')[0] ?? 0);
  const latenessSql = (source: string) => figure('release_wakeup_delay_seconds_sum', source) * 1_000;
  return {
    queue: figure('release_wakeups_total', 'queue'),
    sweep: figure('release_wakeups_total', 'sweep'),
    lateMs: latenessSql('queue') + latenessSql('sweep'),
  };
}

interface Measurement {
  readonly crowd: LatenessFigures;
  readonly stream: LatenessFigures;
  readonly count: number;
  readonly perSecond: number;
  readonly byQueue: number;
  readonly meanMs: number;
  /** processor time of the stream */
  readonly used: ProcessorUsage;
}

async function measureOn(product: Product): Promise<Measurement> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const originalId = await originalOf(product);
  const at = (offset: string) =>
    `date_trunc('milliseconds', now() + interval '${leadMs} ms' + (${offset}) * interval '1 ms')`;
  await copyRelease(client, originalId, { suffix: 'Crowd', count: burstSize, due: at('0') });
  const burst = await startedOf(client, 'Crowd');
  const perSecond = burstSize / (burst.longest / 1_000) / 2;
  const count = Math.max(minStreamSize, Math.round(perSecond * seconds));
  const before = await figuresOf(product);
  const usageBefore = processorTime(product.pid);
  await copyRelease(client, originalId, { suffix: 'Stream', count, due: at(`n * ${1_000 / perSecond}`) });
  const stream = await startedOf(client, 'Stream');
  const after = await figuresOf(product);
  const used = usageBetween(usageBefore, processorTime(product.pid));
  const [queue, sweep] = [after.queue - before.queue, after.sweep - before.sweep];
  await client.end();
  return {
    crowd: burst,
    stream,
    count,
    perSecond,
    byQueue: queue / (queue + sweep),
    meanMs: (after.lateMs - before.lateMs) / (queue + sweep),
    used,
  };
}

/** Returns a table row. Throws if a release was not started, or was started twice. */
function row(
  name: string,
  { crowd: burst, stream, count, perSecond, byQueue, meanMs, used }: Measurement,
): readonly string[] {
  const wrong = burst.lost + burst.twice + stream.lost + stream.twice;
  if (wrong > 0) throw new Error(`on ${name} ${JSON.stringify({ rush: burst, stream })}`);
  const rounded = (value: number) => String(Math.round(value));
  return [
    name,
    rounded(perSecond),
    String(count),
    rounded(stream.p50),
    rounded(stream.p99),
    rounded(stream.longest),
    formatMs(meanMs),
    `${rounded(byQueue * 100)} %`,
    formatMs(used.server / 1_000 / count),
    formatMs(used.postgres / 1_000 / count),
    (burst.longest / 1_000).toFixed(1),
    rounded(burstSize / (burst.longest / 1_000)),
  ];
}

/**
 * The floor: timers of this process with one update each at the same rate, and then as many updates as the burst, at
 * the maximum rate.
 */
async function floorOf(clients: readonly Client[], perSecond: number): Promise<readonly string[]> {
  const latenessSql = await runOnSchedule(clients, perSecond, floorMs);
  const all = await measure(clients, floorMs);
  const rounded = (value: number) => String(Math.round(value));
  const [p50, p99, maxLateMs] = [0.5, 0.99, 1].map((share) => quantile(latenessSql, share)) as [number, number, number];
  const averageOf = latenessSql.reduce((sum, one) => sum + one, 0) / latenessSql.length;
  return [
    'floor',
    rounded(perSecond),
    String(latenessSql.length),
    formatMs(p50),
    formatMs(p99),
    formatMs(maxLateMs),
    formatMs(averageOf),
    '',
    '',
    '',
    (burstSize / all.perSecond).toFixed(1),
    rounded(all.perSecond),
  ];
}

async function on(name: string, settings: Readonly<Record<string, string>>, { print }: Bench): Promise<Measurement> {
  const product = await startProduct(settings);
  try {
    const measured = await measureOn(product);
    print(row(name, measured).join('  '));
    return measured;
  } finally {
    await product.stop();
  }
}

async function run(bench: Bench): Promise<string> {
  const redis = await freshRedis();
  const onRedis = await on('Redis', { REDIS_URL: redis.url }, bench).finally(() => redis.stop());
  const onPostgres = await on('PostgreSQL', {}, bench);
  const floor = await floorOf(bench.floor.clients(concurrency), onRedis.perSecond);
  const names = [
    'queue',
    'due /s',
    'releases',
    'p50 ms',
    'p99 ms',
    'max ms',
    'commit, mean ms',
    'by queue',
    'server CPU ms',
    'PostgreSQL CPU ms',
  ];
  names.push(`${burstSize.toLocaleString('en')} at once, s`, 'started /s');
  return `A separate instance of the product starts releases automatically at their date. First, ${burstSize.toLocaleString('en')} releases are due at one instant, and the time until the last start is measured. Then a constant stream at half that rate follows for ${seconds} s, with at least ${minStreamSize.toLocaleString('en')} releases. The time from the date to the start is measured. All releases started exactly once. The target is a p99 under 500 ms on Redis.

${formatTable(names, [row('Redis', onRedis), row('PostgreSQL', onPostgres), floor])}

The releases have a phase and three tasks, and none was cached. The columns p50, p99 and max measure the time of the decision to start, by the database clock. "commit" is the time until the commit, as measured by the product. The sweep starts the releases that the queue does not deliver within 250 ms. The floor is a timer for each due time in the process of the clients. Each timer runs one prepared update of one row and its commit, over ${concurrency} connections. The floor measures the time from the due time to the commit.`;
}

/** Starts releases at their dates: a stream and a burst. */
export const fallingDue: Workload = {
  name: 'falling-due',
  title: 'Start scheduled releases',
  ownProduct: true,
  run,
};
