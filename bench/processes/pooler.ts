// The cost of a pooler in front of PostgreSQL: the same completions through PgBouncer in transaction mode, and
// directly.

import { formatTable } from '../../test/harness/markdown-table.ts';
import { startPooler } from '../../test/harness/servers/pgbouncer.ts';
import { median } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type PartUsage, startCluster } from './cluster.ts';
import { costOf, createSide, type MeasuredSide, measureInTurns, rateNames, rateOf } from './completion-side.ts';

const turnCounts = { rounds: 7, releasesEach: 24 };
const parts: readonly (readonly [string, keyof PartUsage])[] = [
  ['API CPU µs', 'api'],
  ['PgBouncer CPU µs', 'pooler'],
  ['PostgreSQL CPU µs', 'postgres'],
];

const rowOf = (side: MeasuredSide): readonly string[] => [
  side.name,
  ...rateOf(side),
  ...parts.map(([, part]) => String(Math.round(costOf(side, part)))),
];

/** Returns the rate of one side divided by that of the other in the same round: the median of all rounds. */
const shareOf = (side: MeasuredSide, reference: MeasuredSide): number =>
  median(
    side.measured.map(({ work }, index) => work.perSecond / (reference.measured[index]?.work.perSecond ?? Number.NaN)),
  );

async function run({ product, print }: Bench): Promise<string> {
  const pooler = await startPooler(product.databaseUrl);
  const direct = await startCluster(product, { database: 'bench_direct', apis: 1 });
  const pooled = await startCluster(product, { database: 'bench_pooled', apis: 1, address: pooler.urlFor });
  try {
    const sides = [
      await createSide('direct', direct.origins, direct.used, turnCounts),
      await createSide('through PgBouncer', pooled.origins, pooled.used, turnCounts),
    ] as const;
    await measureInTurns(sides, turnCounts, print);
    return `Releases of 50 tasks, and 16 clients of one API process with 10 connections. PgBouncer runs in transaction mode with 6 connections to PostgreSQL. Its Debian version does not keep named statements. Processor time is the time of one completion. The rate through PgBouncer is ${shareOf(sides[1], sides[0]).toFixed(2)} of the direct rate.

${formatTable(['connection', ...rateNames, ...parts.map(([name]) => name)], sides.map(rowOf))}

Medians of ${turnCounts.rounds} rounds, with the two configurations in turns, each on a separate database.`;
  } finally {
    await Promise.all([direct.stop(), pooled.stop()]);
    await pooler.stop();
  }
}

/** Compares PgBouncer with a direct connection. */
export const pooler: Workload = { name: 'pooler', title: 'Complete a task through PgBouncer', ownProduct: true, run };
