export { boundRunningCreated, countRunningCreated, findCapacityWaiters } from './capacity.ts';
export {
  claimDueRelease,
  claimDueReleases,
  type DueRelease,
  deleteExpiredClaims,
  findReleasesDueWithin,
  type OverdueStats,
  readOverdue,
} from './due.ts';
export { countUnfinished } from './unfinished.ts';
