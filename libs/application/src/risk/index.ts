export {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  renderRiskProfileById,
  renderRiskProfiles,
  renderRiskThresholds,
  updateRiskProfile,
  updateRiskThresholds,
} from './profiles.ts';
export { renderAssessment, renderRisk, renderRiskHistory } from './risk.ts';
