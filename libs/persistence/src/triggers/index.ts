export {
  countEnabledTriggers,
  findDueTriggers,
  findIdleTriggers,
  findMissedTriggers,
  findTriggersDueBefore,
  lockTriggersToSwitch,
  readOverdueTriggers,
  storeEnabled,
} from './due-triggers.ts';
export {
  type ClaimedPoll,
  claimPoll,
  endPoll,
  extendPollLease,
  isPollLeased,
  markPollRequested,
  type PollLease,
  postponePoll,
  releasePoll,
} from './polls.ts';
export { findTriggersByState, searchTriggers } from './search-triggers.ts';
export { lockTemplateTriggers, readTemplateTriggers, readTitles, readTriggerTemplates } from './template-triggers.ts';
export {
  countTriggered,
  deleteExpiredTriggered,
  estimateMaxTriggered,
  findRuns,
  listRuns,
  type NewRun,
  postponeTrigger,
  readAllRuns,
  recordRuns,
  type TriggerRun,
} from './trigger-runs.ts';
export {
  claimDueTrigger,
  deleteTrigger,
  findListeningTriggers,
  findTrigger,
  findTriggersInFolders,
  insertTrigger,
  lockTrigger,
  readTriggers,
  type TriggerRow,
  updateTrigger,
} from './triggers.ts';
