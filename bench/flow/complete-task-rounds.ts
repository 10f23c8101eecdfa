import { openCounters } from '../measure/counters.ts';
import { measure } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type CompletionWork, completionsEach, completionWork, type Prepared, prepare } from './complete-task.ts';
import { type Measurement, sectionOf } from './completion-section.ts';

const rounds = 5;
/** Releases of a round by its number of clients: enough for two or three seconds. */
const loads = [
  { clients: 1, releases: 12 },
  { clients: 16, releases: 64 },
] as const;
const warmUp = { clients: 16, releases: 48 };
const floorMs = 2_000;
/** A round that takes longer is stopped, and fails its check. */
const maxMs = 60_000;

async function round({ product, floor }: Bench, clients: number, work: CompletionWork): Promise<Measurement> {
  const lowest = await measure(floor.clients(clients), floorMs);
  const before = processorTime(product.pid);
  const done = await measure(work.clients, maxMs);
  return { clients, floor: lowest, work: done, used: usageBetween(before, processorTime(product.pid)) };
}

/** Floor and workload take turns, so that whatever drifts hits both. */
async function measureAll(bench: Bench, prepared: readonly Prepared[]) {
  const remaining = [...prepared];
  const measureRounds = (clients: number, releases: number) =>
    completionWork(bench.connections.slice(0, clients), remaining.splice(0, releases));
  const warm = measureRounds(warmUp.clients, warmUp.releases);
  await round(bench, warmUp.clients, warm);
  const done: CompletionWork[] = [];
  const measured: Measurement[] = [];
  for (let roundNumber = 1; roundNumber <= rounds; roundNumber++) {
    for (const { clients, releases } of loads) {
      const work = measureRounds(clients, releases);
      measured.push(await round(bench, clients, work));
      done.push(work);
    }
    bench.print(`Round ${roundNumber} of ${rounds} is done.`);
  }
  return { measured, warm, done };
}

async function run(bench: Bench): Promise<string> {
  const counters = await openCounters(bench.product.databaseUrl);
  const needed = warmUp.releases + rounds * loads.reduce((sum, { releases }) => sum + releases, 0);
  bench.print(`Preparing ${needed} releases of 50 tasks…`);
  const prepared = await prepare(bench.connections[0]!, needed);
  const before = await counters.commits();
  const { measured, warm, done } = await measureAll(bench, prepared);
  const commits = (await counters.commits()) - before;
  for (const work of [warm, ...done]) await work.check();
  const completions = prepared.length * completionsEach;
  const bytes = [warm, ...done].reduce((sum, work) => sum + work.bytes(), 0);
  await counters.close();
  return sectionOf(measured, { commitsEach: commits / completions, bytesEach: bytes / completions });
}

/** Complete a task, one client and sixteen. */
export const completeTask: Workload = { name: 'complete-task', title: 'Complete a task over HTTP', run };
