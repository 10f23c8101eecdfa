// An hour of all kinds of work at once, since leaks and leftovers appear only after some time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { type Product, startProduct } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type Load, startLoad } from './clients.ts';
import { connectionsOf, leftoverRows, messagesOf } from './leftover-rows.ts';
import { filesIn, type Growth, growthOf, type Sample, takeSample } from './watch.ts';

const defaultMinutes = 60;
const intervalMs = 2_000;
/** The target: the maximum increase of a process's memory from the warm state to the end, as a share. */
const maxGrowth = 0.05;
/** In minutes: maintenance, which archives finished releases, runs once a minute. */
const maxMinutesAfter = 5;

/** The open resources and existing files of an idle product. */
interface IdleState {
  readonly files: Sample['files'];
  readonly folder: readonly string[];
  readonly connections: number;
  readonly messages: number;
}

async function readIdleState(product: Product, client: pg.Client): Promise<IdleState> {
  const [connections, messages] = [await connectionsOf(client), await messagesOf(client)];
  return { files: takeSample(product).files, folder: filesIn(product), connections, messages };
}

async function watch(product: Product, minutes: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await pause(intervalMs))
    samples.push(takeSample(product));
  return samples;
}

/** Waits until no rows are left over, at most for the time that maintenance may take. */
async function waitForCleanup(client: pg.Client, print: Bench['print']): Promise<ReadonlyMap<string, number>> {
  for (let minute = 1; ; minute += 1) {
    await pause(61_000);
    const leftovers = await leftoverRows(client);
    if (leftovers.size === 0 || minute === maxMinutesAfter) return leftovers;
    print(`after ${minute} minutes: ${[...leftovers].map(([label, count]) => `${count} ${label}`).join(', ')}`);
  }
}

const percent = (share: number): string => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;

const memoryOf = (growth: readonly Growth[]): string =>
  formatTable(
    ['process', 'after warm-up MB', 'end MB', 'change', 'stable'],
    growth.map(({ process, settled: warm, last, share }) => [
      process,
      warm.toFixed(1),
      last.toFixed(1),
      percent(share),
      share <= maxGrowth ? 'yes' : 'no',
    ]),
  );

function differences(before: IdleState, after: IdleState): string {
  const names = Object.keys(before.files);
  const fileRows = names.map((name) => [`open files of the ${name}`, before.files[name] ?? 0, after.files[name] ?? 0]);
  const rows = [
    ...fileRows,
    ['connections to PostgreSQL', before.connections, after.connections],
    ['messages in the queue', before.messages, after.messages],
    ['files in the data folder', before.folder.length, after.folder.length],
  ];
  return formatTable(
    ['idle state', 'before', 'after'],
    rows.map(([name, ...counts]) => [String(name), ...counts.map(String)]),
  );
}

const listOf = (failures: readonly string[]): string =>
  [...new Set(failures)]
    .slice(0, 5)
    .map((failure) => `- ${failure}`)
    .join('\n');

const workSummary = ({ done, failures }: Load): string =>
  `${[...done].map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ')}. ${failures.length} requests failed${
    failures.length === 0 ? '.' : `:\n\n${listOf(failures)}`
  }`;

async function soakAndReport(
  minutes: number,
  product: Product,
  client: pg.Client,
  print: Bench['print'],
): Promise<string> {
  // a first run of all work, so that resources that are opened once and kept do not count
  const first = await startLoad(product.origin);
  await pause(10_000);
  await first.stop();
  await pause(15_000);
  const before = await readIdleState(product, client);
  const load = await startLoad(product.origin);
  const samples = await watch(product, minutes);
  await load.stop();
  print(workSummary(load));
  const leftovers = await waitForCleanup(client, print);
  const after = await readIdleState(product, client);
  return `${minutes} minutes of ten clients: ${workSummary(load)}

The table compares the memory in the second and in the last fifth of the time. Values are medians of samples every two seconds. For PostgreSQL, they exclude the memory that its processes share.

${memoryOf(growthOf(samples))}

${differences(before, after)}

Rows that maintenance did not delete within ${maxMinutesAfter} minutes: ${leftovers.size === 0 ? 'none' : [...leftovers].map(([label, count]) => `${count} ${label}`).join(', ')}. New files: ${after.folder.filter((name) => !before.folder.includes(name)).join(', ') || 'none'}.`;
}

async function run(bench: Bench): Promise<string> {
  const product = await startProduct({ ARCHIVE_AFTER_DAYS: '0', ADMIN_PASSWORD: 'admin', SAMPLES: 'false' });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  try {
    await client.connect();
    return await soakAndReport(bench.minutes ?? defaultMinutes, product, client, bench.print);
  } finally {
    await client.end();
    await product.stop();
  }
}

export const soak: Workload = {
  name: 'soak',
  title: 'One hour of mixed load',
  ownProduct: true,
  alone: true,
  run,
};
