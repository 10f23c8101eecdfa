import { showAssessors } from '@slipway/api-schema/risk';
import {
  renderAssessment,
  renderRisk,
  renderRiskProfileById,
  renderRiskProfiles,
  renderRiskThresholds,
} from '@slipway/application/risk';
import type { Answers } from './answer.ts';

/** Risk in questions of scripts. */
export const riskAnswers: Pick<
  Answers,
  'risk' | 'riskAssessment' | 'riskAssessors' | 'riskThresholds' | 'riskProfiles' | 'riskProfile'
> = {
  risk: (context, caller, { id }) => renderRisk(context, caller, id),
  riskAssessment: (context, caller, { id }) => renderAssessment(context, caller, id),
  riskAssessors: async ({ typePrefix }) => showAssessors(typePrefix),
  riskThresholds: (context) => renderRiskThresholds(context),
  riskProfiles: (context) => renderRiskProfiles(context),
  riskProfile: (context, _caller, { id }) => renderRiskProfileById(context, id),
};
