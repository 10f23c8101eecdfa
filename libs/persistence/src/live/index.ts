export {
  beginEpoch,
  type ChangeQuery,
  type ChangeSet,
  deleteExpiredChanges,
  type PlanChange,
  readChanges,
  type WatchedRow,
} from './plan-changes.ts';
