// Completions with one, two and three API processes on one database, and the processor time of each part.
import { cpus } from 'node:os';
import { formatTable } from '../../test/harness/markdown-table.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { numbers } from '../measure/workload.ts';
import { type PartUsage, startCluster } from './cluster.ts';
import { costOf, createSide, type MeasuredSide, measureInTurns, rateNames, rateOf } from './completion-side.ts';

const maxProcesses = 3;
const turnCounts = { rounds: 5, releasesEach: 24 };

const parts: readonly (readonly [string, keyof PartUsage])[] = [
  ['API CPU µs', 'api'],
  ['scheduler CPU µs', 'scheduler'],
  ['PostgreSQL CPU µs', 'postgres'],
  ['clients CPU µs', 'clients'],
];

/** Returns the mean load of each part as a share of all cores, and of each API process as a share of one core. */
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
    const names = [
      'API processes',
      ...rateNames,
      ...parts.map(([name]) => name),
      'core share per API',
      'share of all cores',
    ];
    return `Releases of 50 tasks and 16 clients with one connection each. The connections are distributed to the processes in turn. A scheduler and a script runner also run. Processor time is the time of one completion, user and system, in all processes of a service. All services and the clients share the ${cpus().length} cores. If "share of all cores" is near 100 %, only the processor times apply to more cores.

${formatTable(
  names,
  sides.map((side, index) => rowOf(side, index + 1)),
)}

Medians of ${turnCounts.rounds} rounds, with the three configurations in turns.`;
  } finally {
    await cluster.stop();
  }
}

/** Completes tasks with one, two and three API processes on one database. */
export const replicas: Workload = {
  name: 'replicas',
  title: 'Multiple API processes on one database',
  ownProduct: true,
  run,
};
