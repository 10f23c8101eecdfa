// Completions by one, two and three api processes on one database, and what each part of them takes of the processors.
import { cpus } from 'node:os';
import { formatTable } from '../../test/harness/markdown-table.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { numbers } from '../measure/workload.ts';
import { type PartUsage, startCluster } from './cluster.ts';
import { costOf, createSide, type MeasuredSide, measureInTurns, rateNames, rateOf } from './completion-side.ts';

const maxProcesses = 3;
const turnCounts = { rounds: 5, releasesEach: 24 };

const parts: readonly (readonly [string, keyof PartUsage])[] = [
  ['api CPU µs', 'api'],
  ['scheduler CPU µs', 'scheduler'],
  ['PostgreSQL CPU µs', 'postgres'],
  ['clients CPU µs', 'clients'],
];

/** Of all cores, what the parts had on average; and of one core what each api process had. */
function busyOf(side: MeasuredSide, processes: number): readonly string[] {
  const perSecond = Number(rateOf(side)[0]);
  const all = parts.reduce((sum, [, part]) => sum + costOf(side, part), 0);
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return [
    percent((perSecond * costOf(side, 'api')) / processes / 1e6),
    percent((perSecond * all) / 1e6 / cpus().length),
  ];
}

function rowOf(side: MeasuredSide, processes: number): readonly string[] {
  const costs = parts.map(([, part]) => String(Math.round(costOf(side, part))));
  return [side.name, ...rateOf(side), ...costs, ...busyOf(side, processes)];
}

async function run({ product, print }: Bench): Promise<string> {
  const cluster = await startCluster(product, { database: 'bench_replicas', apis: maxProcesses });
  try {
    const sides: MeasuredSide[] = [];
    for (const count of numbers(maxProcesses))
      sides.push(await createSide(String(count), cluster.origins.slice(0, count), cluster.used, turnCounts));
    await measureInTurns(sides, turnCounts, print);
    const names = ['api processes', ...rateNames, ...parts.map(([name]) => name), 'each api of a core', 'of all cores'];
    return `Releases of 50 tasks, 16 clients with a connection each, led to the processes in turn; a scheduler and a script runner are there. Processor time is that of a completion, user and system, of all processes of a part. The ${cpus().length} cores are shared by all parts and by the clients: where "of all cores" is near 100 %, the rate says nothing of more cores, and the processor times do.

${formatTable(
  names,
  sides.map((side, index) => rowOf(side, index + 1)),
)}

Medians of ${turnCounts.rounds} rounds, the three in turns.`;
  } finally {
    await cluster.stop();
  }
}

/** One, two and three api processes on one database. */
export const replicas: Workload = {
  name: 'replicas',
  title: 'Several api processes on one database',
  ownProduct: true,
  run,
};
