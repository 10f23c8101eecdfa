export { boundRunningCreated, countRunningCreated, countUnfinished, findCapacityWaiters } from './capacity.ts';
export {
  claimDueRelease,
  claimDueReleases,
  type DueRelease,
  deleteExpiredClaims,
  findReleasesDueWithin,
  type OverdueStats,
  readOverdue,
} from './due.ts';
export { type DueKind, readDueWork, scheduleWindowMs } from './due-work.ts';
