export {
  addRiskProfile,
  findRiskProfile,
  listRiskProfiles,
  type RiskProfileSet,
  readRiskProfiles,
  readRiskThresholds,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
  storeRiskThresholds,
} from './profiles.ts';
export { findOutdatedReleases, listRiskHistory } from './risk-scores.ts';
