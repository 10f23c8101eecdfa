import type { ExplanationContext } from '@slipway/domain/flow';
import { explanationLookupFor } from '@slipway/domain/forecast';
import type { Release } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { readExplanationContext } from '@slipway/persistence/forecast';
import { loadPlan } from '@slipway/persistence/plans';

/** A live release or template with the data for its explanation. */
export interface ExplanationInput {
  readonly release: Release;
  readonly data: ExplanationContext;
}

/** Reads one moment of the narrow plan and what is around it, and changes nothing; null where there is no such plan. */
export const readExplanationInput = (database: Database, releaseId: string): Promise<ExplanationInput | null> =>
  database.transaction(async (connection) => {
    const plan = await loadPlan(connection, releaseId);
    if (plan === null) return null;
    const { release } = plan;
    return { release, data: await readExplanationContext(connection, explanationLookupFor(release)) };
  }, 'read');
