import { type ExplanationContext, lookupFor, type Release } from '@slipway/domain';
import { type Database, loadPlan, readCircumstances } from '@slipway/persistence';

/** A live release or template with the data for its explanation. */
export interface Situation {
  readonly release: Release;
  readonly world: ExplanationContext;
}

/** Reads one moment of the narrow plan and what is around it, and changes nothing; null where there is no such plan. */
export const readSituation = (database: Database, releaseId: string): Promise<Situation | null> =>
  database.transaction(async (connection) => {
    const plan = await loadPlan(connection, releaseId);
    if (plan === null) return null;
    const { release } = plan;
    return { release, world: await readCircumstances(connection, lookupFor(release)) };
  }, 'read');
