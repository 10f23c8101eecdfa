// What traces cost: the same completions by a product without them, with one story in a hundred, and with all, in turns.
import { beginRequest, currentTraceparent, inPart, inTrace } from '@slipway/tracing';
import { table } from '../../test/harness/table.ts';
import { startCollector } from '../measure/collector.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, median, type Round } from '../measure/load.ts';
import { processorTime, usedBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { type Completing, completing, completionsEach, type Prepared, prepare } from './complete-task.ts';

const clients = 8;
const rounds = 9;
const releasesEach = 32;
const longestMs = 60_000;

interface Side {
  readonly traced: string;
  readonly product: Product;
  readonly connections: readonly Http[];
  readonly releases: Prepared[];
  readonly measured: { readonly work: Round; readonly cpuUs: number }[];
}

async function sideOf(traced: string, settings: Readonly<Record<string, string>>): Promise<Side> {
  const product = await startProduct(settings);
  const connections = numbers(clients).map(() => connect(product.origin));
  const [first] = connections;
  if (first === undefined) throw new Error('a side has clients');
  const releases = [...(await prepare(first, releasesEach * (rounds + 1)))];
  return { traced, product, connections, releases, measured: [] };
}

/** One round of a side; answers what it has done, to be checked. */
async function round({ product, connections, releases, measured }: Side, counts: boolean): Promise<Completing> {
  const work = completing(connections, releases.splice(0, releasesEach));
  const before = processorTime(product.pid);
  const done = await measure(work.clients, longestMs);
  const { server } = usedBetween(before, processorTime(product.pid));
  if (counts) measured.push({ work: done, cpuUs: server / done.durationsMs.length });
  return work;
}

/** Nanoseconds that a completion spends on traces while tracing is off: only the calls on its path. */
async function unwanted(): Promise<number> {
  const times = 100_000;
  const began = performance.now();
  for (let count = 0; count < times; count += 1) {
    const span = beginRequest('POST', undefined, { 'http.request.method': 'POST' });
    await inTrace({ name: 'dispatch', fields: { 'slipway.release.id': 'Release' } }, async () => {
      currentTraceparent();
      await inPart('save', {}, async () => {});
    });
    await inPart('login', {}, async () => {});
    span.end();
  }
  return ((performance.now() - began) / times) * 1e6;
}

const whole = (value: number): string => String(Math.round(value));
const share = (value: number, of: number): string => `${((100 * (value - of)) / of).toFixed(1)} %`;

function tableOf(sides: readonly Side[]): string {
  const [off] = sides;
  const cpuOf = (side: Side) => median(side.measured.map(({ cpuUs }) => cpuUs));
  // each round beside the round of the other side that ran just before or after it
  const more = (side: Side) =>
    median(side.measured.map(({ cpuUs }, index) => cpuUs / (off?.measured[index]?.cpuUs ?? Number.NaN)));
  const rows = sides.map((side) => [
    side.traced,
    whole(median(side.measured.map(({ work }) => work.perSecond))),
    whole(cpuOf(side)),
    share(more(side), 1),
  ]);
  return table(['traces', 'completions /s', 'server CPU µs', 'more CPU'], rows);
}

async function measureAll(bench: Bench, sides: readonly Side[]): Promise<string> {
  const done: (readonly [Side, Completing])[] = [];
  for (const side of sides) done.push([side, await round(side, false)]);
  for (const number of numbers(rounds)) {
    const order = number % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) done.push([side, await round(side, true)]);
    bench.say(`Round ${number} of ${rounds} is done.`);
  }
  for (const [, work] of done) await work.check();
  const [off] = sides;
  const cpu = median((off?.measured ?? []).map(({ cpuUs }) => cpuUs));
  const nanoseconds = await unwanted();
  return `Releases of 50 tasks, ${clients} clients, ${rounds} rounds of ${releasesEach * completionsEach} completions each, the three products in turns; medians, and "more CPU" is the median of what each round took beside the round without traces that it ran with. The collector is a process of its own that takes everything.

${tableOf(sides)}

Where nobody wants traces, what is called for them on the way of a completion takes ${whole(nanoseconds)} ns, ${((100 * nanoseconds) / 1000 / cpu).toFixed(2)} % of the server's processor time.
`;
}

async function run(bench: Bench): Promise<string> {
  const collector = await startCollector();
  const traced = (ratio: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio });
  const sides: Side[] = [];
  try {
    sides.push(await sideOf('off', {}));
    sides.push(await sideOf('1 %', traced('0.01')));
    sides.push(await sideOf('100 %', traced('1')));
    return await measureAll(bench, sides);
  } finally {
    for (const { connections, product } of sides) {
      await Promise.all(connections.map((http) => http.close()));
      await product.stop();
    }
    await collector.stop();
  }
}

/** Complete a task without traces, with one in a hundred, with all. */
export const traces: Workload = { name: 'traces', title: 'What traces cost', ownProduct: true, run };
