export { riskAssessmentResponse, riskAssessorResponse, riskResponse, showAssessors, showRisk } from './assessment.ts';
export { riskChangeResponse, showRiskChange } from './history.ts';
export {
  formatScores,
  type RiskProfileBody,
  type RiskProfileResponse,
  rawScores,
  riskProfileBody,
  riskProfileResponse,
  showRiskProfile,
} from './profile.ts';
export { riskThresholdsBody, riskThresholdsResponse, showRiskThresholds } from './thresholds.ts';
