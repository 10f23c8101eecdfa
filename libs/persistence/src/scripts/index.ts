export {
  deleteExpiredJournals,
  deleteJournal,
  type JournalRow,
  readJournal,
  storeJournalReply,
  writeJournal,
} from './script-journal.ts';
export { findAwaitedRuns, findWaitingScripts, type WaitingScript } from './waiting-scripts.ts';
