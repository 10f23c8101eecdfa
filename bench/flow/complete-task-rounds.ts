import { openCounters } from '../measure/counters.ts';
import { measure } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import {
  type CompletionWork,
  completionsEach,
  completionWork,
  type PreparedReleases,
  prepare,
} from './complete-task.ts';
import { type Measurement, sectionOf } from './completion-section.ts';

const rounds = 5;
/** The number of releases of a round by its number of clients: sufficient for two or three seconds. */
const loads = [
  { clients: 1, releases: 12 },
  { clients: 16, releases: 64 },
] as const;
const warmUp = { clients: 16, releases: 48 };
const floorMs = 2_000;
/** The timeout of a round. A round that exceeds it fails its check. */
const maxMs = 60_000;

async function round({ product, floor }: Bench, clients: number, work: CompletionWork): Promise<Measurement> {
  const lowest = await measure(floor.clients(clients), floorMs);
  const before = processorTime(product.pid);
  const done = await measure(work.clients, maxMs);
  return { clients, floor: lowest, work: done, used: usageBetween(before, processorTime(product.pid)) };
}

/** The floor and the workload take turns, so that variations of the machine affect both. */
async function measureAll(bench: Bench, prepared: readonly PreparedReleases[]) {
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

/** Completes a task with one client and with sixteen. */
export const completeTask: Workload = { name: 'complete-task', title: 'Complete a task over HTTP', run };
