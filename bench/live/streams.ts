// The costs of event streams: memory of each, processor use without events, and the delay of a change.
import { setTimeout as pause } from 'node:timers/promises';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { median, quantile } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { residentMemory } from '../report/memory.ts';
import { openStream, type StreamClient } from './clients.ts';

const count = 1_000;
const releases = 100;
const changes = 200;
/**
 * In milliseconds. It is not a divisor of the polling interval of half a second, so changes and polls are not in step.
 */
const changeMs = 70;
const listChanges = 20;
const idleSeconds = 15;
const concurrency = 20;

interface Release {
  readonly id: string;
  readonly phases: readonly { readonly tasks: readonly { readonly id: string }[] }[];
}

/**
 * The resources of the server process in megabytes: the median of the resident memory, and the minimum of the used
 * heap.
 */
interface ResourceUse {
  readonly residentMb: number;
  readonly heapMb: number;
  /** share of one core */
  readonly processor: number;
}

async function measureUse({ pid, origin }: Product): Promise<ResourceUse> {
  const before = processorTime(pid);
  const startedAt = performance.now();
  const samples: { readonly resident: number; readonly heap: number }[] = [];
  for (let second = 0; second < idleSeconds; second += 1) {
    await pause(1_000);
    const text = await (await fetch(`${origin}/metrics`)).text();
    const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
    samples.push({ resident: residentMemory(pid), heap });
  }
  const used = usageBetween(before, processorTime(pid)).server;
  return {
    residentMb: median(samples.map(({ resident }) => resident)),
    heapMb: Math.min(...samples.map(({ heap }) => heap)),
    processor: used / 1_000 / (performance.now() - startedAt),
  };
}

/** Opens streams, several at once. `queryOf` returns the query of each by its number. */
async function openAll(origin: string, queryOf: (index: number) => string): Promise<readonly StreamClient[]> {
  const opened: StreamClient[] = [];
  for (let from = 0; from < count; from += concurrency) {
    const batch = Array.from({ length: concurrency }, (_, each) => openStream(origin, queryOf(from + each)));
    opened.push(...(await Promise.all(batch)));
  }
  return opened;
}

/** Measures the milliseconds from sending a change until each of these streams has received an event. */
async function timeToNotify(
  change: () => Promise<unknown>,
  streams: readonly StreamClient[],
): Promise<readonly number[]> {
  const startedAt = performance.now();
  const notified = streams.map((stream) => stream.next());
  await change();
  return (await Promise.all(notified)).map((at) => at - startedAt);
}

async function makeReleases(http: Http): Promise<readonly Release[]> {
  const phases = [{ title: 'Build', tasks: [{ title: 'compile', type: 'rel.Task' }] }];
  const templateBody = { title: 'Watched', phases, maxConcurrentReleases: 1_000_000 };
  const template = await http.request<Release>('POST', '/templates', templateBody);
  const created: Release[] = [];
  for (const _ of numbers(releases)) {
    const release = await http.request<Release>('POST', `/templates/${template.id}/create`, {
      releaseTitle: 'Watched',
    });
    created.push(await http.request<Release>('POST', `/releases/${release.id}/start`, {}));
  }
  return created;
}

/** Adds comments to the releases in turn. Some streams watch each release. */
async function releaseChanges(http: Http, created: readonly Release[], streams: readonly StreamClient[]) {
  const pending: Promise<readonly number[]>[] = [];
  for (let index = 0; index < changes; index += 1) {
    const releaseIndex = index % created.length;
    // a release changes again after all streams have received the previous change
    await pending[index - created.length];
    const [task] = created[releaseIndex]?.phases.flatMap(({ tasks }) => tasks) ?? [];
    const comment = () => http.request('POST', `/tasks/${task?.id}/comment`, { comment: `change ${index}` });
    pending.push(
      timeToNotify(
        comment,
        streams.filter((_, each) => each % created.length === releaseIndex),
      ),
    );
    await pause(changeMs);
  }
  return (await Promise.all(pending)).flat();
}

async function measured(product: Product, http: Http): Promise<string> {
  const created = await makeReleases(http);
  const ownRelease = (index: number) => `release=${created[index % created.length]?.id}`;
  // a first round of all streams, so that one-time allocations do not count
  for (const stream of await openAll(product.origin, ownRelease)) stream.close();
  await pause(5_000);
  const before = await measureUse(product);
  const streams = await openAll(product.origin, ownRelease);
  const during = await measureUse(product);
  const ofRelease = await releaseChanges(http, created, streams);
  for (const stream of streams) stream.close();
  await pause(5_000);
  const watching = await openAll(product.origin, () => 'list=templates');
  const ofList: number[] = [];
  for (const index of numbers(listChanges)) {
    ofList.push(
      ...(await timeToNotify(() => http.request('POST', '/templates', { title: `List ${index}` }), watching)),
    );
    await pause(changeMs);
  }
  for (const stream of watching) stream.close();
  return report({ before, during, ofRelease, ofList });
}

interface Figures {
  readonly before: ResourceUse;
  readonly during: ResourceUse;
  readonly ofRelease: readonly number[];
  readonly ofList: readonly number[];
}

function report({ before, during, ofRelease, ofList }: Figures): string {
  const idleUse = (name: string, { residentMb, heapMb, processor }: ResourceUse) => [
    name,
    residentMb.toFixed(1),
    heapMb.toFixed(1),
    `${(100 * processor).toFixed(1)} %`,
  ];
  const kilobytes = (which: 'residentMb' | 'heapMb') =>
    `${(((during[which] - before[which]) / count) * 1_000).toFixed(1)} kB`;
  const delayRows = (name: string, durations: readonly number[]) => {
    const sorted = durations.toSorted((a, b) => a - b);
    return [name, String(sorted.length), ...[0.5, 0.95, 1].map((share) => formatMs(quantile(sorted, share)))];
  };
  const memory = [
    idleUse('no streams', before),
    idleUse(`${count} streams`, during),
    ['increase per stream', kilobytes('residentMb'), kilobytes('heapMb'), ''],
  ];
  const delays = [
    delayRows('a release with ten streams', ofRelease),
    delayRows(`a list with ${count} streams`, ofList),
  ];
  return `${count} event streams of one process without other load. "resident MB" is the median of the resident memory. "heap MB" is the minimum of the used heap. "CPU" is the share of one core that the server process uses.

${formatTable(['', 'resident MB', 'heap MB', 'CPU'], memory)}

The time from sending a change until a stream reports it, with ${count} open streams. The clients share the cores. The server checks for changes every half second. The target is a p95 within a second.

${formatTable(['changed object', 'notifications', 'p50 ms', 'p95 ms', 'max ms'], delays)}`;
}

async function run(_: Bench): Promise<string> {
  const maxOf = String(count + concurrency);
  const env = { ADMIN_PASSWORD: 'admin', SAMPLES: 'false', LIVE_STREAMS: maxOf, LIVE_STREAMS_PER_USER: maxOf };
  const product = await startProduct(env);
  const http = connect(product.origin);
  try {
    return await measured(product, http);
  } finally {
    await http.close();
    await product.stop();
  }
}

/** Measures the costs of event streams, and their delay. */
export const streams: Workload = { name: 'streams', title: 'Event streams', ownProduct: true, run };
