// The overhead of traces: the same completions without traces, with 1 % of the traces, and with all, in turns.
import { beginRequest, currentTraceparent, inChildSpan, inTrace } from '@slipway/tracing';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { startCollector } from '../measure/collector.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, median, type Round } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import {
  type CompletionWork,
  completionsEach,
  completionWork,
  type PreparedReleases,
  prepare,
} from './complete-task.ts';

const clients = 8;
const rounds = 9;
const releasesEach = 32;
const maxMs = 60_000;

interface TracedSide {
  readonly traced: string;
  readonly product: Product;
  readonly connections: readonly Http[];
  readonly releases: PreparedReleases[];
  readonly measured: { readonly work: Round; readonly cpuUs: number }[];
}

async function startSide(traced: string, settings: Readonly<Record<string, string>>): Promise<TracedSide> {
  const product = await startProduct(settings);
  const connections = numbers(clients).map(() => connect(product.origin));
  const [first] = connections;
  if (first === undefined) throw new Error('a side has clients');
  const releases = [...(await prepare(first, releasesEach * (rounds + 1)))];
  return { traced, product, connections, releases, measured: [] };
}

/** Runs one round of a side. Returns its work, which is checked later. */
async function round(
  { product, connections, releases, measured }: TracedSide,
  counts: boolean,
): Promise<CompletionWork> {
  const work = completionWork(connections, releases.splice(0, releasesEach));
  const before = processorTime(product.pid);
  const done = await measure(work.clients, maxMs);
  const { server } = usageBetween(before, processorTime(product.pid));
  if (counts) measured.push({ work: done, cpuUs: server / done.durationsMs.length });
  return work;
}

/** Returns the nanoseconds that a completion spends on the calls for traces while tracing is disabled. */
async function measureDisabledTraces(): Promise<number> {
  const times = 100_000;
  const startedAt = performance.now();
  for (let count = 0; count < times; count += 1) {
    const spanCount = beginRequest('POST', undefined, { 'http.request.method': 'POST' });
    await inTrace({ name: 'dispatch', fields: { 'slipway.release.id': 'Release' } }, async () => {
      currentTraceparent();
      await inChildSpan('save', {}, async () => {});
    });
    await inChildSpan('login', {}, async () => {});
    spanCount.end();
  }
  return ((performance.now() - startedAt) / times) * 1e6;
}

const rounded = (value: number): string => String(Math.round(value));
const share = (value: number, of: number): string => `${((100 * (value - of)) / of).toFixed(1)} %`;

function tableOf(bothSides: readonly TracedSide[]): string {
  const [off] = bothSides;
  const cpuOf = (side: TracedSide) => median(side.measured.map(({ cpuUs }) => cpuUs));
  // compares each round with the round of the other side that ran just before or after it
  const more = (side: TracedSide) =>
    median(side.measured.map(({ cpuUs }, index) => cpuUs / (off?.measured[index]?.cpuUs ?? Number.NaN)));
  const rows = bothSides.map((side) => [
    side.traced,
    rounded(median(side.measured.map(({ work }) => work.perSecond))),
    rounded(cpuOf(side)),
    share(more(side), 1),
  ]);
  return formatTable(['traces', 'completions /s', 'server CPU µs', 'CPU increase'], rows);
}

async function measureAll(bench: Bench, bothSides: readonly TracedSide[]): Promise<string> {
  const done: (readonly [TracedSide, CompletionWork])[] = [];
  for (const side of bothSides) done.push([side, await round(side, false)]);
  for (const number of numbers(rounds)) {
    const order = number % 2 === 0 ? bothSides : bothSides.toReversed();
    for (const side of order) done.push([side, await round(side, true)]);
    bench.print(`Round ${number} of ${rounds} is done.`);
  }
  for (const [, work] of done) await work.check();
  const [off] = bothSides;
  const cpu = median((off?.measured ?? []).map(({ cpuUs }) => cpuUs));
  const nanoseconds = await measureDisabledTraces();
  return `Releases of 50 tasks, ${clients} clients, and ${rounds} rounds of ${releasesEach * completionsEach} completions each. The three instances take turns. All values are medians. "CPU increase" compares each round with the round without traces next to it. The collector is a separate process that accepts all traces.

${tableOf(bothSides)}

If tracing is off, the tracing calls of a completion take ${rounded(nanoseconds)} ns. This is ${((100 * nanoseconds) / 1000 / cpu).toFixed(2)} % of the processor time of the server.
`;
}

async function run(bench: Bench): Promise<string> {
  const collector = await startCollector();
  const traced = (ratio: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio });
  const bothSides: TracedSide[] = [];
  try {
    bothSides.push(await startSide('off', {}));
    bothSides.push(await startSide('1 %', traced('0.01')));
    bothSides.push(await startSide('100 %', traced('1')));
    return await measureAll(bench, bothSides);
  } finally {
    for (const { connections, product } of bothSides) {
      await Promise.all(connections.map((http) => http.close()));
      await product.stop();
    }
    await collector.stop();
  }
}

/** Completes a task without traces, with 1 % of them, and with all. */
export const traces: Workload = { name: 'traces', title: 'Overhead of traces', ownProduct: true, run };
