import { showDate } from '@slipway/api-schema/format';
import type { InsightFreshness } from '@slipway/api-schema/insights';
import { type FactsProgress, readFactsProgress } from '@slipway/engine';
import type { InsightContext } from './selection.ts';

function showFreshness({ lagSeconds, backfill }: FactsProgress): InsightFreshness {
  const { backfillFinished, backfillDone, backfillTotal, backfillEnd } = backfill;
  return {
    asOf: showDate(Date.now() - Math.round(lagSeconds * 1_000)),
    lagSeconds,
    backfill: {
      state: backfillFinished ? 'done' : 'running',
      done: backfillDone,
      ...(backfillTotal !== null && { total: backfillTotal }),
      oldest: showDate(backfillEnd),
    },
  };
}

/** Returns how current insights are, and the progress of the releases that ended before the upgrade. */
export const readFreshness = async ({ database }: Pick<InsightContext, 'database'>): Promise<InsightFreshness> =>
  showFreshness(await readFactsProgress(database));

/** Returns the same with the number of waiting releases, and the result of the last check. */
export async function readInsightProgress({ database, zone }: Pick<InsightContext, 'database' | 'zone'>) {
  const progress = await readFactsProgress(database);
  const { pending, mismatches } = progress;
  return { ...showFreshness(progress), tz: zone, pending, mismatches };
}
