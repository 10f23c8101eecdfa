// `npm run bench`: starts the product, measures it beside its floor, prints the table and writes RESULTS.md.
import { writeFile } from 'node:fs/promises';
import { type Completing, completing, completionsEach, type Prepared, prepare } from './complete-task.ts';
import { openCounting } from './counters.ts';
import { type Floor, openFloor } from './floor.ts';
import { connect, type Http } from './http.ts';
import { measure } from './load.ts';
import { processorTime } from './processor.ts';
import { type Product, startProduct } from './product.ts';
import { type Measured, resultsOf, tableOf } from './report.ts';

const rounds = 5;
const most = 16;
/** Releases of a round by its number of clients: enough for two or three seconds. */
const loads = [
  { clients: 1, releases: 12 },
  { clients: 16, releases: 64 },
] as const;
const warmUp = { clients: 16, releases: 48 };
const floorMs = 2_000;
/** A round that takes longer is stopped, and fails its check. */
const longestMs = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Everything that one run measures with. */
interface Bench {
  readonly product: Product;
  readonly floor: Floor;
  readonly connections: readonly Http[];
}

async function round({ product, floor }: Bench, clients: number, work: Completing): Promise<Measured> {
  const lowest = await measure(floor.clients(clients), floorMs);
  const before = processorTime(product.pid);
  const done = await measure(work.clients, longestMs);
  const after = processorTime(product.pid);
  return {
    clients,
    floor: lowest,
    work: done,
    used: {
      server: after.server - before.server,
      postgres: after.postgres - before.postgres,
      clients: after.clients - before.clients,
    },
  };
}

/** Floor and workload take turns, so that whatever drifts hits both. */
async function measureAll(bench: Bench, prepared: readonly Prepared[]) {
  const left = [...prepared];
  const take = (clients: number, releases: number) =>
    completing(bench.connections.slice(0, clients), left.splice(0, releases));
  const warm = take(warmUp.clients, warmUp.releases);
  await round(bench, warmUp.clients, warm);
  const done: Completing[] = [];
  const measured: Measured[] = [];
  for (let number = 1; number <= rounds; number++) {
    for (const { clients, releases } of loads) {
      const work = take(clients, releases);
      measured.push(await round(bench, clients, work));
      done.push(work);
    }
    say(`Round ${number} of ${rounds} is done.`);
  }
  return { measured, warm, done };
}

async function run(bench: Bench): Promise<void> {
  const counting = await openCounting(bench.product.databaseUrl);
  const needed = warmUp.releases + rounds * loads.reduce((sum, { releases }) => sum + releases, 0);
  say(`Preparing ${needed} releases of 50 tasks…`);
  const prepared = await prepare(bench.connections[0]!, needed);
  const before = await counting.commits();
  const { measured, warm, done } = await measureAll(bench, prepared);
  const commits = (await counting.commits()) - before;
  for (const work of [warm, ...done]) await work.check();
  const completions = prepared.length * completionsEach;
  const bytes = [warm, ...done].reduce((sum, work) => sum + work.bytes(), 0);
  const facts = {
    postgres: counting.version,
    commitsEach: commits / completions,
    bytesEach: bytes / completions,
  };
  await counting.close();
  await writeFile('bench/RESULTS.md', resultsOf(measured, facts));
  say(`\nComplete a task over HTTP (medians of ${rounds} rounds):\n\n${tableOf(measured)}\n`);
  say(
    `A completion takes ${facts.commitsEach.toFixed(2)} transactions and answers ${Math.round(facts.bytesEach)} bytes. Written to bench/RESULTS.md.`,
  );
}

const product = await startProduct();
try {
  const floor = await openFloor(product.databaseUrl, most);
  const connections = Array.from({ length: most }, () => connect(product.origin));
  await run({ product, floor, connections });
  await Promise.all(connections.map((http) => http.close()));
  await floor.close();
} finally {
  await product.stop();
}
