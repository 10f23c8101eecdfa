// An hour of all kinds of work at once: leaks and leftovers appear only after some time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { table } from '../../test/harness/table.ts';
import { type Product, startProduct } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type Load, startLoad } from './clients.ts';
import { connectionsOf, messagesOf, rowsLeft } from './left-behind.ts';
import { filesIn, type Growth, growthOf, look, type Sample } from './watch.ts';

const usualMinutes = 60;
const everyMs = 2_000;
/** The aim: the maximum increase of a process's memory from the warm state to the end, as a share. */
const flat = 0.05;
/** Upkeep goes round once a minute; finished releases are archived by it. */
const roundsAfterwards = 5;

/** What is open and there at rest. */
interface Rest {
  readonly files: Sample['files'];
  readonly folder: readonly string[];
  readonly connections: number;
  readonly messages: number;
}

async function restOf(product: Product, client: pg.Client): Promise<Rest> {
  const [connections, messages] = [await connectionsOf(client), await messagesOf(client)];
  return { files: look(product).files, folder: filesIn(product), connections, messages };
}

async function watch(product: Product, minutes: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await pause(everyMs))
    samples.push(look(product));
  return samples;
}

/** Waits until nothing is left, for as long as upkeep may take. */
async function settled(client: pg.Client, say: Bench['say']): Promise<ReadonlyMap<string, number>> {
  for (let minute = 1; ; minute += 1) {
    await pause(61_000);
    const left = await rowsLeft(client);
    if (left.size === 0 || minute === roundsAfterwards) return left;
    say(`after ${minute} minutes: ${[...left].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }
}

const percent = (share: number): string => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;

const memoryOf = (growth: readonly Growth[]): string =>
  table(
    ['process', 'when warm MB', 'at the end MB', 'more', 'flat'],
    growth.map(({ process, settled: warm, last, share }) => [
      process,
      warm.toFixed(1),
      last.toFixed(1),
      percent(share),
      share <= flat ? 'yes' : 'no',
    ]),
  );

function differences(before: Rest, after: Rest): string {
  const names = Object.keys(before.files);
  const grown = names.map((name) => [`open files of the ${name}`, before.files[name] ?? 0, after.files[name] ?? 0]);
  const rows = [
    ...grown,
    ['connections to PostgreSQL', before.connections, after.connections],
    ['messages in the queue', before.messages, after.messages],
    ['files in the data folder', before.folder.length, after.folder.length],
  ];
  return table(
    ['at rest', 'before', 'after'],
    rows.map(([name, ...counts]) => [String(name), ...counts.map(String)]),
  );
}

const doneBy = ({ done, failures }: Load): string =>
  `${[...done].map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ')}; ${failures.length} requests failed${
    failures.length === 0 ? '' : ` (${[...new Set(failures)].slice(0, 5).join('; ')})`
  }.`;

async function soakFor(minutes: number, product: Product, client: pg.Client, say: Bench['say']): Promise<string> {
  // once through everything, so that what is opened once and kept is there before
  const first = await startLoad(product.origin);
  await pause(10_000);
  await first.stop();
  await pause(15_000);
  const before = await restOf(product, client);
  const load = await startLoad(product.origin);
  const samples = await watch(product, minutes);
  await load.stop();
  say(doneBy(load));
  const left = await settled(client, say);
  const after = await restOf(product, client);
  return `${minutes} minutes of ten clients: ${doneBy(load)} Memory in the second fifth of the time beside the last one, the medians of samples each two seconds; of PostgreSQL without what its processes share.

${memoryOf(growthOf(samples))}

${differences(before, after)}

Rows that upkeep has not taken within ${roundsAfterwards} minutes: ${left.size === 0 ? 'none' : [...left].map(([what, count]) => `${count} ${what}`).join(', ')}. New files: ${after.folder.filter((name) => !before.folder.includes(name)).join(', ') || 'none'}.`;
}

async function run(bench: Bench): Promise<string> {
  const product = await startProduct({ ARCHIVE_AFTER_DAYS: '0', ADMIN_PASSWORD: 'admin', SAMPLES: 'false' });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  try {
    await client.connect();
    return await soakFor(bench.minutes ?? usualMinutes, product, client, bench.say);
  } finally {
    await client.end();
    await product.stop();
  }
}

export const soak: Workload = {
  name: 'soak',
  title: 'An hour of everything at once',
  ownProduct: true,
  alone: true,
  run,
};
