// Deliveries of events to webhooks: the rate and the delay of fast receivers while another one never responds.
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { openCounters } from '../measure/counters.ts';
import { connect, type Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { addEvents, feedEvents, fillLedger, fillWaiting } from './feed.ts';
import { type DeliveryFloor, measureFloor } from './floor.ts';
import { type Receiver, startFastReceiver, startHangingReceiver } from './receivers.ts';

const fastCount = 8;
const ledgerRows = 1_000_000;
/** deliveries to the fast receivers, per second */
const offeredPerSecond = 1_000;
const feedMs = 20_000;
/** the time of the first deliveries, which is not measured */
const warmMs = 5_000;
const backlogEvents = 2_500;
/** deliveries that are due to the receiver that does not respond, before the measurement */
const waitingEvents = 10_000;

interface Measurement {
  readonly name: string;
  readonly perSecond: number;
  readonly lagsMs: readonly number[];
  readonly used: ProcessorUsage;
  readonly deliveries: number;
  readonly statements: number;
}

const secret = `whsec_${Buffer.alloc(32, 's').toString('base64')}`;

async function register(http: Http, { url }: Receiver, title: string, types: readonly string[]): Promise<string> {
  const body = { title, kind: 'webhook', url, secret, types };
  return (await http.request<{ readonly id: string }>('POST', '/event-subscriptions', body)).id;
}

/** Starts a release. Returns the id of its event. */
async function realEvent(http: Http, client: pg.Client): Promise<string> {
  const phases = [{ title: 'Build', tasks: [{ title: 'Compile' }] }];
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', { title: 'Webshop', phases });
  await http.request('POST', `/templates/${id}/start`, { releaseTitle: 'Webshop 1.0' });
  const { rows } = await client.query(`select id from events where type = 'release.started'`);
  return rows[0].id;
}

const arrivalsOf = (receivers: readonly Receiver[]) => receivers.flatMap(({ arrivals }) => arrivals);

/** Waits until the fast receivers have this number of deliveries. */
async function arrived(receivers: readonly Receiver[], count: number): Promise<void> {
  for (let remaining = 30_000; remaining > 0; remaining -= 1) {
    if (receivers.reduce((sum, { arrivals }) => sum + arrivals.length, 0) >= count) return;
    await pause(20);
  }
  throw new Error(`the receivers have ${arrivalsOf(receivers).length} of ${count} deliveries`);
}

function requireDistinct(receivers: readonly Receiver[]): void {
  const arrivals = arrivalsOf(receivers);
  const ids = new Set(arrivals.map(({ messageId }) => messageId));
  if (ids.size !== arrivals.length) throw new Error(`${arrivals.length - ids.size} deliveries came twice`);
}

interface Stage {
  readonly product: Product;
  readonly client: pg.Client;
  readonly eventId: string;
  readonly fast: readonly Receiver[];
}

/** Measures a period: its processor time, its statements, and the deliveries that have arrived in it. */
async function measurePeriod(
  { product, fast }: Stage,
  name: string,
  work: () => Promise<{ readonly from: number; readonly to: number }>,
): Promise<Measurement> {
  const counters = await openCounters(product.databaseUrl);
  const commits = await counters.commits();
  const count = arrivalsOf(fast).length;
  const before = processorTime(product.pid);
  const { from, to } = await work();
  const used = usageBetween(before, processorTime(product.pid));
  const all = arrivalsOf(fast).slice(0);
  const deliveries = all.length - count;
  const statements = ((await counters.commits()) - commits) / deliveries;
  await counters.close();
  requireDistinct(fast);
  const measured = all.filter(({ at }) => at >= from && at < to);
  const lagsMs = measured.map(({ lagMs }) => lagMs).toSorted((a, b) => a - b);
  return { name, perSecond: (measured.length * 1_000) / (to - from), lagsMs, used, deliveries, statements };
}

/** Events occur at a constant rate. */
const measureRate = (stage: Stage, name: string): Promise<Measurement> =>
  measurePeriod(stage, name, async () => {
    const { client, eventId, fast } = stage;
    const before = arrivalsOf(fast).length;
    const startedAt = Date.now();
    const perSecond = offeredPerSecond / fastCount;
    const added = await feedEvents(client, eventId, { perSecond, durationMs: feedMs });
    await arrived(fast, before + added * fastCount);
    return { from: startedAt + warmMs, to: startedAt + feedMs };
  });

/** Many events occur at once: the highest rate. */
const measureBacklog = (stage: Stage, name: string): Promise<Measurement> =>
  measurePeriod(stage, name, async () => {
    const { client, eventId, fast } = stage;
    const before = arrivalsOf(fast).length;
    const from = Date.now();
    await addEvents(client, eventId, backlogEvents);
    await arrived(fast, before + backlogEvents * fastCount);
    return { from, to: Date.now() };
  });

async function measureAll(product: Product, client: pg.Client, bench: Bench): Promise<readonly Measurement[]> {
  const http = connect(product.origin);
  const fast = await Promise.all(numbers(fastCount).map(() => startFastReceiver()));
  const hanging = await startHangingReceiver();
  const done: Measurement[] = [];
  const add = (measured: Measurement) => {
    done.push(measured);
    bench.print(rowOf(measured).join('  '));
  };
  try {
    const eventId = await realEvent(http, client);
    await fillLedger(client, eventId, ledgerRows);
    for (const [index, receiver] of fast.entries())
      await register(http, receiver, `Fast ${index}`, ['release.started']);
    const stage = { product, client, eventId, fast };
    await measureRate(stage, 'warm-up');
    add(await measureRate(stage, 'all respond'));
    add(await measureBacklog(stage, 'all respond, backlog'));
    const id = await register(http, hanging, 'Hanging', ['release.started']);
    await fillWaiting(client, { eventId, receiver: id, count: waitingEvents });
    add(await measureRate(stage, 'one does not respond'));
    add(await measureBacklog(stage, 'one does not respond, backlog'));
    bench.print(`The receiver that does not respond received ${hanging.requests()} requests.`);
    return done;
  } finally {
    await Promise.all([...fast, hanging].map((receiver) => receiver.stop()));
    await http.close();
  }
}

const columns = [
  'receivers',
  'deliveries /s',
  'delay, p50 ms',
  'delay, p95 ms',
  'server CPU µs',
  'PostgreSQL CPU µs',
  'receivers CPU µs',
  'transactions',
  'max /s',
];

const rounded = (value: number): string => Math.round(value).toLocaleString('en');
/** The rate at which the cores have no idle time. */
const maxRate = (us: number): string => rounded((availableParallelism() * 1_000_000) / us);

function rowOf({ name, perSecond, lagsMs, used, deliveries, statements }: Measurement): readonly string[] {
  const each = ({ server, postgres, clients }: ProcessorUsage) =>
    [server, postgres, clients].map((us) => us / deliveries);
  const costs = each(used);
  return [
    name,
    rounded(perSecond),
    rounded(quantile(lagsMs, 0.5)),
    rounded(quantile(lagsMs, 0.95)),
    ...costs.map(rounded),
    statements.toFixed(3),
    maxRate(costs.reduce((sum, us) => sum + us, 0)),
  ];
}

const floorRow = ({ perSecond, senderUs, postgresUs, clientsUs }: DeliveryFloor): readonly string[] => [
  ...['floor', rounded(perSecond), '', ''],
  ...[senderUs, postgresUs, clientsUs].map(rounded),
  ...['0.010', maxRate(senderUs + postgresUs + clientsUs)],
];

async function run(bench: Bench): Promise<string> {
  const product = await startProduct({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const measured = await measureAll(product, client, bench);
    return sectionOf([...measured.map(rowOf), floorRow(await measureFloor(product, fastCount))]);
  } finally {
    await client.end();
    await product.stop();
  }
}

const sectionOf = (rows: readonly (readonly string[])[]): string =>
  `Each event goes to ${fastCount} webhooks on loopback that accept it at once, and in half of the rounds to one that never responds. The events are copies of a real one, written to the outbox, so the figures include the fan-out. ${rounded(offeredPerSecond)} deliveries to the fast receivers are due per second, for ${feedMs / 1_000} s. In the rounds of a backlog, ${rounded(backlogEvents)} events occur at once. The ledger has ${rounded(ledgerRows)} older rows, and the receiver that does not respond has ${rounded(waitingEvents)} waiting deliveries. The target is ${rounded(offeredPerSecond)} deliveries per second with it.

${formatTable(columns, rows)}

The delay is the time from the event until its arrival, without the first ${warmMs / 1_000} s. It includes up to 0.1 s until the fan-out. Processor time and transactions are those of one delivery to a fast receiver. "max" is the rate of the cores without other load, computed from the processor time. No delivery arrived twice. The floor is a minimal sender in its own process: it reads 100 rows of a queue, posts each on a connection that stays open, and deletes them by one statement.`;

/** Delivers events to webhooks. */
export const deliveries: Workload = { name: 'deliveries', title: 'Deliver events to webhooks', ownProduct: true, run };
