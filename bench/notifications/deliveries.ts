// Deliveries of events to webhooks: the rate and the delay of fast receivers while another one never responds.
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { type DatabaseCounters, openCounters } from '../measure/counters.ts';
import { connect, type Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { addEvents, endDeliveries, feedEvents, fillLedger, fillWaiting } from './feed.ts';
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
/** A round ends after this time, also on a busy machine. Its rest is not delivered. */
const maxRoundMs = 40_000;
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

const countArrivals = (receivers: readonly Receiver[]): number =>
  receivers.reduce((sum, { arrivals }) => sum + arrivals.length, 0);

/** Waits until the fast receivers have this number of deliveries, or until the time is over. */
async function arrived(receivers: readonly Receiver[], count: number, until: number): Promise<void> {
  while (countArrivals(receivers) < count && Date.now() < until) await pause(20);
}

/** The number of deliveries that arrived again, such as after a response that came too late. */
function countRepeated(receivers: readonly Receiver[]): number {
  const arrivals = arrivalsOf(receivers);
  return arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
}

interface Measured {
  readonly done: readonly Measurement[];
  readonly repeated: number;
}

interface Stage {
  readonly product: Product;
  readonly client: pg.Client;
  readonly eventId: string;
  readonly fast: readonly Receiver[];
  readonly counters: DatabaseCounters;
  readonly print: Bench['print'];
}

/** A round: how it adds events, and the period whose arrivals are measured. */
interface Round {
  readonly name: string;
  /** Returns the number of added events. */
  add(): Promise<number>;
  /** epoch milliseconds from its start and its end */
  period(startedAt: number, endedAt: number): { readonly from: number; readonly to: number };
}

/** Measures a round: its processor time, its statements, and the deliveries that have arrived in it. */
async function measureRound(stage: Stage, { name, add, period }: Round, commitsBefore: number) {
  const { product, client, fast, counters, print } = stage;
  const count = countArrivals(fast);
  const before = processorTime(product.pid);
  const startedAt = Date.now();
  const expected = (await add()) * fastCount;
  await arrived(fast, count + expected, startedAt + maxRoundMs);
  const { from, to } = period(startedAt, Date.now());
  const used = usageBetween(before, processorTime(product.pid));
  const deliveries = countArrivals(fast) - count;
  if (deliveries < expected)
    print(`${name}: ${deliveries} of ${expected} deliveries arrived in ${maxRoundMs / 1_000} s`);
  await endDeliveries(client);
  const commits = await counters.commits();
  const measured = arrivalsOf(fast).filter(({ at }) => at >= from && at < to);
  const lagsMs = measured.map(({ lagMs }) => lagMs).toSorted((a, b) => a - b);
  const perSecond = (measured.length * 1_000) / (to - from);
  const statements = (commits - commitsBefore) / deliveries;
  return { measurement: { name, perSecond, lagsMs, used, deliveries, statements }, commits };
}

/** Events occur at a constant rate. */
const addAtRate = ({ client, eventId }: Stage): Promise<number> =>
  feedEvents(client, eventId, { perSecond: offeredPerSecond / fastCount, durationMs: feedMs });

const roundsOf = (stage: Stage, name: string): readonly Round[] => [
  {
    name,
    add: () => addAtRate(stage),
    period: (startedAt) => ({ from: startedAt + warmMs, to: startedAt + feedMs }),
  },
  {
    // Many events occur at once: the highest rate.
    name: `${name}, backlog`,
    add: async () => {
      await addEvents(stage.client, stage.eventId, backlogEvents);
      return backlogEvents;
    },
    period: (startedAt, endedAt) => ({ from: startedAt, to: endedAt }),
  },
];

/** Measures the rounds one after the other. Adds each result to `done`. */
async function measureRounds(stage: Stage, name: string, done: Measurement[]): Promise<void> {
  let commits = await stage.counters.commits();
  for (const round of roundsOf(stage, name)) {
    const result = await measureRound(stage, round, commits);
    commits = result.commits;
    done.push(result.measurement);
    stage.print(rowOf(result.measurement).join('  '));
  }
}

async function measureAll(product: Product, client: pg.Client, { print }: Bench): Promise<Measured> {
  const http = connect(product.origin);
  const counters = await openCounters(product.databaseUrl);
  const fast = await Promise.all(numbers(fastCount).map(() => startFastReceiver()));
  const hanging = await startHangingReceiver();
  const done: Measurement[] = [];
  try {
    const eventId = await realEvent(http, client);
    const filledAt = performance.now();
    await fillLedger(client, eventId, ledgerRows);
    print(`The ledger was filled in ${Math.round((performance.now() - filledAt) / 1_000)} s.`);
    for (const [index, receiver] of fast.entries())
      await register(http, receiver, `Fast ${index}`, ['release.started']);
    const stage = { product, client, eventId, fast, counters, print };
    const warmedUp = (await addAtRate(stage)) * fastCount;
    await arrived(fast, warmedUp, Date.now() + maxRoundMs - feedMs);
    await measureRounds(stage, 'all respond', done);
    const id = await register(http, hanging, 'Hanging', ['release.started']);
    await fillWaiting(client, { eventId, receiver: id, count: waitingEvents });
    await measureRounds(stage, 'one does not respond', done);
    print(`The receiver that does not respond received ${hanging.requests()} requests.`);
    return { done, repeated: countRepeated(fast) };
  } finally {
    await Promise.all([...fast, hanging].map((receiver) => receiver.stop()));
    await counters.close();
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
    const { done, repeated } = await measureAll(product, client, bench);
    return sectionOf([...done.map(rowOf), floorRow(await measureFloor(product, fastCount))], repeated);
  } finally {
    await client.end();
    await product.stop();
  }
}

const sectionOf = (rows: readonly (readonly string[])[], repeated: number): string =>
  `Each event goes to ${fastCount} webhooks on loopback that accept it at once, and in half of the rounds to one that never responds. The events are copies of a real one, written to the outbox, so the figures include the fan-out. ${rounded(offeredPerSecond)} deliveries to the fast receivers are due per second, for ${feedMs / 1_000} s. In the rounds of a backlog, ${rounded(backlogEvents)} events occur at once. The ledger has ${rounded(ledgerRows)} older rows, and the receiver that does not respond has ${rounded(waitingEvents)} waiting deliveries. The target is ${rounded(offeredPerSecond)} deliveries per second with it.

${formatTable(columns, rows)}

The delay is the time from the event until its arrival, without the first ${warmMs / 1_000} s. It includes up to 0.5 s until the fan-out. A round ends after ${maxRoundMs / 1_000} s at the latest. Processor time and transactions are those of one delivery to a fast receiver. "max" is the rate of the cores without other load, computed from the processor time. ${repeated === 0 ? 'No delivery' : `${rounded(repeated)} deliveries`} arrived twice. The floor is a minimal sender in its own process. It reads 100 rows of a queue, posts each on a connection that stays open, and deletes them by one statement.`;

/** Delivers events to webhooks. */
export const deliveries: Workload = { name: 'deliveries', title: 'Deliver events to webhooks', ownProduct: true, run };
