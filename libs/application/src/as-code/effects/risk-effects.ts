import { withRiskScores } from '@slipway/domain/risk';
import { type Affected, type EffectVisibility, findAffectedByProfiles } from '@slipway/persistence/as-code';
import { loadPlan } from '@slipway/persistence/plans';
import { readRiskProfiles } from '@slipway/persistence/risk';
import type { CodeRun } from '../run/run.ts';

/** The maximum number of releases whose scores one plan calculates, the first of each profile: each is read for it. */
const maxScored = 200;

/** What the score of a release becomes, by its profile as it is then. */
export interface ScoreChange {
  readonly before: number;
  readonly after: number;
}

/** Releases that follow changed profiles, with the scores that they will have. */
export async function effectsOfProfiles(
  { context: { database }, yieldAndKeepAlive }: CodeRun,
  visibility: EffectVisibility,
  changed: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, Affected & { readonly scores: ReadonlyMap<string, ScoreChange> }>> {
  const affectedByIndex = await findAffectedByProfiles(database, visibility, changed);
  if (affectedByIndex.size === 0) return new Map();
  const { profiles } = await readRiskProfiles(database);
  const scores = new Map<string, ScoreChange>();
  for (const { id } of [...affectedByIndex.values()].flatMap(({ releases }) => releases).slice(0, maxScored)) {
    const plan = await loadPlan(database, id);
    if (plan === null) continue;
    const after = withRiskScores(plan.release, profiles).riskScore;
    scores.set(id, { before: plan.release.riskScore, after });
    await yieldAndKeepAlive();
  }
  return new Map([...affectedByIndex].map(([position, affected]) => [position, { ...affected, scores }]));
}
