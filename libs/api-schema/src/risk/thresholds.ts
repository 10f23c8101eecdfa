import type { RiskThresholds } from '@slipway/domain/risk';
import { z } from 'zod';
import { required, wholeNumber } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** From which scores on releases need attention, and are at risk (models.txt, RiskGlobalThresholds). */
export const riskThresholdsResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    attentionNeededFrom: z.int(),
    atRiskFrom: z.int(),
  })
  .meta({ id: 'RiskGlobalThresholds' });

const score = required(wholeNumber(1, 100), 'expected a whole number from 1 to 100');

export const riskThresholdsBody = z
  .object({ attentionNeededFrom: score, atRiskFrom: score })
  .meta({ id: 'RiskGlobalThresholdsRequest' });

export const showRiskThresholds = (
  { attentionNeededFrom, atRiskFrom }: RiskThresholds,
  prefix: string,
): z.output<typeof riskThresholdsResponse> => ({
  id: 'Configuration/settings/RiskGlobalThresholds',
  type: showType('RiskGlobalThresholds', prefix),
  title: 'Risk thresholds',
  attentionNeededFrom,
  atRiskFrom,
});
