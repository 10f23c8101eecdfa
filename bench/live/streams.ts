// The costs of event streams: memory of each, processor use without events, and the delay of a change.
import { setTimeout as pause } from 'node:timers/promises';
import { ms, table } from '../../test/harness/table.ts';
import { connect, type Http } from '../measure/http.ts';
import { median, quantile } from '../measure/load.ts';
import { processorTime, usedBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { residentMemory } from '../report/memory.ts';
import { openStream, type StreamClient } from './clients.ts';

const count = 1_000;
const releases = 100;
const changes = 200;
/** Changes do not come in step with looks, of which there is one each half second. */
const changeMs = 70;
const listChanges = 20;
const idleSeconds = 15;
const atOnce = 20;

interface Release {
  readonly id: string;
  readonly phases: readonly { readonly tasks: readonly { readonly id: string }[] }[];
}

/** What the server's process has, in megabytes: resident, the median; and of its heap what is in use, the least seen. */
interface Held {
  readonly residentMb: number;
  readonly heapMb: number;
  /** of one core */
  readonly processor: number;
}

async function heldBy({ pid, origin }: Product): Promise<Held> {
  const before = processorTime(pid);
  const began = performance.now();
  const samples: { readonly resident: number; readonly heap: number }[] = [];
  for (let second = 0; second < idleSeconds; second += 1) {
    await pause(1_000);
    const text = await (await fetch(`${origin}/metrics`)).text();
    const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
    samples.push({ resident: residentMemory(pid), heap });
  }
  const used = usedBetween(before, processorTime(pid)).server;
  return {
    residentMb: median(samples.map(({ resident }) => resident)),
    heapMb: Math.min(...samples.map(({ heap }) => heap)),
    processor: used / 1_000 / (performance.now() - began),
  };
}

/** Opens streams, several at once, with the query that `queryOf` returns for the number. */
async function openAll(origin: string, queryOf: (nth: number) => string): Promise<readonly StreamClient[]> {
  const opened: StreamClient[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: atOnce }, (_, each) => openStream(origin, queryOf(from + each)));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

/** From sending a change until each of these has received an event. */
async function untilTold(change: () => Promise<unknown>, streams: readonly StreamClient[]): Promise<readonly number[]> {
  const began = performance.now();
  const heard = streams.map((stream) => stream.next());
  await change();
  return (await Promise.all(heard)).map((at) => at - began);
}

async function makeReleases(http: Http): Promise<readonly Release[]> {
  const phases = [{ title: 'Build', tasks: [{ title: 'compile', type: 'rel.Task' }] }];
  const given = { title: 'Watched', phases, maxConcurrentReleases: 1_000_000 };
  const template = await http.ask<Release>('POST', '/templates', given);
  const made: Release[] = [];
  for (const _ of numbers(releases)) {
    const release = await http.ask<Release>('POST', `/templates/${template.id}/create`, { releaseTitle: 'Watched' });
    made.push(await http.ask<Release>('POST', `/releases/${release.id}/start`, {}));
  }
  return made;
}

/** Comments on releases in turn, each of which some streams watch. */
async function releaseChanges(http: Http, made: readonly Release[], streams: readonly StreamClient[]) {
  const telling: Promise<readonly number[]>[] = [];
  for (let nth = 0; nth < changes; nth += 1) {
    const of = nth % made.length;
    // a release changes again after all streams have received the previous change
    await telling[nth - made.length];
    const [task] = made[of]?.phases.flatMap(({ tasks }) => tasks) ?? [];
    const comment = () => http.ask('POST', `/tasks/${task?.id}/comment`, { comment: `change ${nth}` });
    telling.push(
      untilTold(
        comment,
        streams.filter((_, each) => each % made.length === of),
      ),
    );
    await pause(changeMs);
  }
  return (await Promise.all(telling)).flat();
}

async function measured(product: Product, http: Http): Promise<string> {
  const made = await makeReleases(http);
  const ownRelease = (nth: number) => `release=${made[nth % made.length]?.id}`;
  // once through everything, so that what is made once is there before
  for (const stream of await openAll(product.origin, ownRelease)) stream.leave();
  await pause(5_000);
  const before = await heldBy(product);
  const streams = await openAll(product.origin, ownRelease);
  const during = await heldBy(product);
  const ofRelease = await releaseChanges(http, made, streams);
  for (const stream of streams) stream.leave();
  await pause(5_000);
  const watching = await openAll(product.origin, () => 'list=templates');
  const ofList: number[] = [];
  for (const nth of numbers(listChanges)) {
    ofList.push(...(await untilTold(() => http.ask('POST', '/templates', { title: `List ${nth}` }), watching)));
    await pause(changeMs);
  }
  for (const stream of watching) stream.leave();
  return report({ before, during, ofRelease, ofList });
}

interface Figures {
  readonly before: Held;
  readonly during: Held;
  readonly ofRelease: readonly number[];
  readonly ofList: readonly number[];
}

function report({ before, during, ofRelease, ofList }: Figures): string {
  const held = (name: string, { residentMb, heapMb, processor }: Held) => [
    name,
    residentMb.toFixed(1),
    heapMb.toFixed(1),
    `${(100 * processor).toFixed(1)} %`,
  ];
  const kilobytes = (which: 'residentMb' | 'heapMb') =>
    `${(((during[which] - before[which]) / count) * 1_000).toFixed(1)} kB`;
  const told = (name: string, durations: readonly number[]) => {
    const rising = durations.toSorted((one, other) => one - other);
    return [name, String(rising.length), ...[0.5, 0.95, 1].map((share) => ms(quantile(rising, share)))];
  };
  const memory = [
    held('no stream', before),
    held(`${count} streams`, during),
    ['more for each', kilobytes('residentMb'), kilobytes('heapMb'), ''],
  ];
  const delays = [told('a release that ten watch', ofRelease), told(`a list that ${count} watch`, ofList)];
  return `${count} event streams of one process, while nothing happens: the median of what is resident, the least of what is in use of the heap, and of one core what the server's process takes.

${table(['', 'resident MB', 'heap MB', 'processor'], memory)}

From sending a change until a stream has told of it, with ${count} streams open; clients share the cores. It is looked for changes each half second. Aim: p95 within a second.

${table(['change of', 'told', 'p50 ms', 'p95 ms', 'longest ms'], delays)}`;
}

async function run(_: Bench): Promise<string> {
  const most = String(count + atOnce);
  const env = { ADMIN_PASSWORD: 'admin', SAMPLES: 'false', LIVE_STREAMS: most, LIVE_STREAMS_PER_USER: most };
  const product = await startProduct(env);
  const http = connect(product.origin);
  try {
    return await measured(product, http);
  } finally {
    await http.close();
    await product.stop();
  }
}

/** The costs of event streams, and their delay. */
export const streams: Workload = { name: 'streams', title: 'Watch by event streams', ownProduct: true, run };
