import {
  type AggregateState,
  hasTopLevelReleases,
  type InsightSelection,
  readAggregateState,
} from '@slipway/persistence/insights';
import type { InsightContext } from './selection.ts';

/** The maximum number of single values for exact percentiles. */
export const maxExactValues = 100_000;

/** The filters that some aggregates cannot apply. */
type Restriction = keyof Pick<InsightSelection, 'templateIds' | 'tags' | 'owners'>;

/** Returns the state of the aggregates; null: they cannot answer a query with this filter. */
export async function readUsableAggregates(
  { database }: Pick<InsightContext, 'database'>,
  { selection, zone }: { readonly selection: InsightSelection; readonly zone: string },
  unknown: readonly Restriction[] = ['tags', 'owners'],
): Promise<AggregateState | null> {
  if (unknown.some((name) => selection[name].length > 0)) return null;
  const [state, hasTopLevel] = await Promise.all([
    readAggregateState(database, selection, zone),
    // Aggregates do not know the teams of releases at the top level.
    hasTopLevelReleases(database, selection),
  ]);
  return state.isUsable && !hasTopLevel ? state : null;
}
