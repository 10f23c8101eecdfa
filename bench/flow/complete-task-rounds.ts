import { openCounting } from '../measure/counters.ts';
import { measure } from '../measure/load.ts';
import { processorTime, usedBetween } from '../measure/processor.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type Completing, completing, completionsEach, type Prepared, prepare } from './complete-task.ts';
import { type Measured, sectionOf } from './completion-section.ts';

const rounds = 5;
/** Releases of a round by its number of clients: enough for two or three seconds. */
const loads = [
  { clients: 1, releases: 12 },
  { clients: 16, releases: 64 },
] as const;
const warmUp = { clients: 16, releases: 48 };
const floorMs = 2_000;
/** A round that takes longer is stopped, and fails its check. */
const longestMs = 60_000;

async function round({ product, floor }: Bench, clients: number, work: Completing): Promise<Measured> {
  const lowest = await measure(floor.clients(clients), floorMs);
  const before = processorTime(product.pid);
  const done = await measure(work.clients, longestMs);
  return { clients, floor: lowest, work: done, used: usedBetween(before, processorTime(product.pid)) };
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
    bench.say(`Round ${number} of ${rounds} is done.`);
  }
  return { measured, warm, done };
}

async function run(bench: Bench): Promise<string> {
  const counting = await openCounting(bench.product.databaseUrl);
  const needed = warmUp.releases + rounds * loads.reduce((sum, { releases }) => sum + releases, 0);
  bench.say(`Preparing ${needed} releases of 50 tasks…`);
  const prepared = await prepare(bench.connections[0]!, needed);
  const before = await counting.commits();
  const { measured, warm, done } = await measureAll(bench, prepared);
  const commits = (await counting.commits()) - before;
  for (const work of [warm, ...done]) await work.check();
  const completions = prepared.length * completionsEach;
  const bytes = [warm, ...done].reduce((sum, work) => sum + work.bytes(), 0);
  await counting.close();
  return sectionOf(measured, { commitsEach: commits / completions, bytesEach: bytes / completions });
}

/** Complete a task, one client and sixteen. */
export const completeTask: Workload = { name: 'complete-task', title: 'Complete a task over HTTP', run };
