export { listRiskHistory } from './history.ts';
export { findOutdatedReleases } from './outdated-releases.ts';
export {
  addRiskProfile,
  findRiskProfile,
  listRiskProfiles,
  type RiskProfileSet,
  readRiskProfiles,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
} from './profiles.ts';
export { readRiskThresholds, storeRiskThresholds } from './thresholds.ts';
