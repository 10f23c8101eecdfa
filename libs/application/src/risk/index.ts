export {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  renderRiskProfileById,
  renderRiskProfiles,
  updateRiskProfile,
} from './profiles.ts';
export { renderAssessment, renderRisk, renderRiskHistory } from './risk.ts';
export { renderRiskThresholds, updateRiskThresholds } from './thresholds.ts';
