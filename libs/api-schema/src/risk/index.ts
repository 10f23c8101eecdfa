export {
  riskAssessmentResponse,
  riskAssessorResponse,
  riskChangeResponse,
  riskResponse,
  showAssessors,
  showRisk,
  showRiskChange,
} from './assessment.ts';
export {
  formatScores,
  type RiskProfileBody,
  type RiskProfileResponse,
  rawScores,
  riskProfileBody,
  riskProfileResponse,
  riskThresholdsBody,
  riskThresholdsResponse,
  showRiskProfile,
  showRiskThresholds,
} from './risk-profile.ts';
