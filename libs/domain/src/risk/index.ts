export { assessmentsOf, type FlagComments, findingMessages } from './assessments.ts';
export { riskAssessors } from './assessors.ts';
export { reasonsBetween } from './history.ts';
export {
  defaultProfileId,
  defaultProfileTitle,
  defaultScores,
  isDefaultReference,
  keyOfReference,
  profileKey,
  type RawScores,
  type RiskThresholds,
  requireThresholds,
  riskProfileReference,
  scoresFrom,
} from './profiles.ts';
export { withRiskScores } from './scores.ts';
