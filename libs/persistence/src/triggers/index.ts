export { deleteExpiredTriggered } from './delete-expired-triggered.ts';
export {
  countEnabledTriggers,
  findDueTriggers,
  findIdleTriggers,
  findMissedTriggers,
  findTriggersDueBefore,
  readOverdueTriggers,
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
export { readTitles } from './read-titles.ts';
export { findRuns, type NewRun, recordRuns } from './record-runs.ts';
export { findTriggersByState, searchTriggers } from './search-triggers.ts';
export { lockTriggersToSwitch, storeEnabled } from './switch-triggers.ts';
export { lockTemplateTriggers, readTemplateTriggers } from './template-triggers.ts';
export {
  countTriggered,
  estimateMaxTriggered,
  listRuns,
  postponeTrigger,
  readAllRuns,
  type TriggerRun,
} from './trigger-runs.ts';
export { readTriggerTemplates } from './trigger-templates.ts';
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
