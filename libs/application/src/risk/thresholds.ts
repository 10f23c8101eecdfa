import { showRiskThresholds } from '@slipway/api-schema/risk';
import { type RiskThresholds, requireThresholds } from '@slipway/domain/risk';
import { readRiskThresholds, storeRiskThresholds } from '@slipway/persistence/risk';
import type { ReadContext, ResourceContext } from '../model/context.ts';

type ThresholdsResponse = ReturnType<typeof showRiskThresholds>;

/** From which scores on releases need attention, and are at risk. */
export const renderRiskThresholds = async ({ database, typePrefix }: ReadContext): Promise<ThresholdsResponse> =>
  showRiskThresholds(await readRiskThresholds(database), typePrefix);

/** Sets these scores. Throws Invalid. */
export async function updateRiskThresholds(
  { engine, typePrefix }: ResourceContext,
  thresholds: RiskThresholds,
): Promise<ThresholdsResponse> {
  requireThresholds(thresholds);
  await engine.change((database) => storeRiskThresholds(database, thresholds));
  return showRiskThresholds(thresholds, typePrefix);
}
