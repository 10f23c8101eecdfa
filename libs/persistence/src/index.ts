export type { Affected, EffectVisibility } from './as-code/affected.ts';
export { findAffectedByPeople, type ChangedPeople } from './as-code/affected-by-people.ts';
export { findAffectedByTemplates } from './as-code/affected-by-plans.ts';
export { findAffectedByProfiles } from './as-code/affected-by-profiles.ts';
export { findAffectedByConfigurations, findAffectedByVariables } from './as-code/affected-by-values.ts';
export { readCodeSettings, storeCodeSettings } from './as-code/kept.ts';
export { readDocumentPaths, findTemplatesInFolders, listTemplatesBelow, findTemplatesByTitle } from './as-code/titles.ts';
export { setIdleTransactionTimeout, keepTransactionAlive } from './as-code/touch.ts';
export {
  appendChunk,
  beginContent,
  chunkSize,
  deleteContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
  storeSingleChunk,
} from './attachments/contents.ts';
export { type AttachmentWithOwner, findAttachment } from './attachments/find-attachment.ts';
export { deleteExpiredContents } from './attachments/forget-contents.ts';
export { type LoginAttempts, recordLoginAttempts } from './audit/attempts.ts';
export { deleteExpiredAudit } from './audit/forget-audit.ts';
export { readAudit } from './audit/read-audit.ts';
export { type Actor, writeAudit } from './audit/write-audit.ts';
export {
  addCalendarAddress,
  type CalendarAddress,
  countCalendarAddresses,
  findCalendarOwner,
  listCalendarAddresses,
  removeCalendarAddress,
} from './calendar/addresses.ts';
export {
  addBlackout,
  type BlackoutView,
  readUpcomingBlackouts,
  findBlackout,
  listBlackouts,
  removeBlackout,
  updateBlackout,
} from './calendar/calendar.ts';
export { listDatedReleases } from './calendar/dated-releases.ts';
export { type DatedEntry, findPublishedPlan } from './calendar/published.ts';
export { type Calendar, type CalendarSnapshot, readCalendar } from './calendar/read-calendar.ts';
export {
  addConfiguration,
  type Configuration,
  type ConfigurationView,
  findConfigurationsInFolders,
  findConfigurationsByTitles,
  findConfigurationsByTitle,
  findEndpointByPath,
  findConfiguration,
  lockConfiguration,
  readConfigurations,
  removeConfiguration,
  searchConfigurations,
  updateConfiguration,
} from './configurations/configurations.ts';
export { baseBackup } from './database/base-backup.ts';
export { readClock } from './database/clock.ts';
export {
  type Connection,
  type Database,
  isTransient,
  type OpenDatabase,
  openDatabase,
} from './database/database.ts';
export { migrate, missingMigrations } from './database/migrate.ts';
export type { DatabaseOptions, PoolLoad } from './database/pool.ts';
export { openReplica, type Replica } from './database/replica.ts';
export { hasMigration, newestMigration, setOwnPassword } from './database/restored.ts';
export { readConnectionLimits, readLooseTimeouts } from './database/server-settings.ts';
export { readSetting, writeSetting } from './database/settings.ts';
export { Contended, isDiskFull, isUnavailable, Overloaded } from './database/unavailable.ts';
export { databaseProblem } from './database/unsuitable.ts';
export { boundRunningCreated, findCapacityWaiters, countRunningCreated } from './flow/capacity.ts';
export {
  claimDueRelease,
  claimDueReleases,
  type DueRelease,
  deleteExpiredClaims,
  type OverdueStats,
  readOverdue,
  findReleasesDueWithin,
} from './flow/due.ts';
export { countUnfinished } from './flow/unfinished.ts';
export {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
  findFoldersByTitlePaths,
  listFoldersBelow,
  listFoldersIn,
  locateFolder,
} from './folders/directory.ts';
export { moveFolder, renameFolder } from './folders/folder-tree.ts';
export { type Locations, readFullIds, locationTag, readLocations } from './folders/full-ids.ts';
export { lockTreeShared } from './folders/in-tree.ts';
export { changeFolderTeams } from './folders/scopes.ts';
export { findByTitlePaths, readTitlePaths } from './folders/title-paths.ts';
export { findDoneTargets, readTargetEnds, readTargets } from './gates/targets.ts';
export { type GateScanPosition, scanStart, scanUnnotifiedGates } from './gates/unnotified-gates.ts';
export { listActivities } from './history/activity.ts';
export { readExplanationContext } from './insight/circumstances.ts';
export { beginConsistencyCheck, readLastConsistencyCheck, storeConsistencyCheck } from './insight/consistency-looks.ts';
export { findScriptsWithoutAuthor } from './insight/scripts-without-author.ts';
export { findStuckCandidates, readLastActivityAt } from './insight/stuck-releases.ts';
export {
  beginEpoch,
  deleteExpiredChanges,
  type ChangeQuery,
  readChanges,
  type PlanChange,
  type ChangeSet,
  type WatchedRow,
} from './live/look.ts';
export * from './people/index.ts';
export * from './plans/index.ts';
export {
  findPlugin,
  type InstalledPlugin,
  installPlugin,
  listPlugins,
  type PluginSource,
  readPluginContents,
  pluginSources,
  readPluginsVersion,
  removePlugin,
} from './plugins/plugins.ts';
export {
  type ConnectionProperty,
  findPlaceholders,
  type MissingReferences,
  type MissingReference,
  findMissingConnections,
  findMissingTemplates,
  findUnknownTypes,
} from './plugins/unbound.ts';
export { findOutdatedReleases } from './risk/behind.ts';
export { listRiskHistory } from './risk/history.ts';
export {
  addRiskProfile,
  findRiskProfile,
  type RiskProfileSet,
  listRiskProfiles,
  readRiskProfiles,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
} from './risk/profiles.ts';
export { readRiskThresholds, storeRiskThresholds } from './risk/thresholds.ts';
export {
  storeJournalReply,
  deleteJournal,
  deleteExpiredJournals,
  type JournalRow,
  readJournal,
  writeJournal,
} from './scripts/script-journal.ts';
export { findAwaitedRuns, type WaitingScript, findWaitingScripts } from './scripts/waiting-scripts.ts';
export * from './search/index.ts';
export { requireKeys, readSealingKeys } from './secrets/key-check.ts';
export { configurationPurpose, deliveryPurpose, type JournalPart, journalPurpose } from './secrets/purposes.ts';
export { reseal } from './secrets/reseal.ts';
export { createSeal, type Seal } from './secrets/seal.ts';
export {
  countEnabledTriggers,
  findDueTriggers,
  findMissedTriggers,
  findIdleTriggers,
  readOverdueTriggers,
  findTriggersDueBefore,
} from './triggers/due-triggers.ts';
export { deleteExpiredTriggered } from './triggers/forget-triggered.ts';
export {
  markPollRequested,
  type ClaimedPoll,
  claimPoll,
  endPoll,
  releasePoll,
  extendPollLease,
  isPollLeased,
  type PollLease,
  postponePoll,
} from './triggers/polls.ts';
export { findRuns, type NewRun, recordRuns } from './triggers/record-runs.ts';
export { searchTriggers, findTriggersByState } from './triggers/search-triggers.ts';
export { lockTriggersToSwitch, storeEnabled } from './triggers/switch-triggers.ts';
export { lockTemplateTriggers, readTemplateTriggers } from './triggers/template-triggers.ts';
export { readTitles } from './triggers/titles-around.ts';
export {
  readAllRuns,
  countTriggered,
  estimateMaxTriggered,
  listRuns,
  postponeTrigger,
  type TriggerRun,
} from './triggers/trigger-runs.ts';
export { readTriggerTemplates } from './triggers/trigger-templates.ts';
export {
  claimDueTrigger,
  deleteTrigger,
  findTrigger,
  insertTrigger,
  lockTrigger,
  readTriggers,
  type TriggerRow,
  findTriggersInFolders,
  findListeningTriggers,
  updateTrigger,
} from './triggers/triggers.ts';
export { type ArchiveCounts, addArchiveMonths, archiveFinishedBatch, archiveRelease } from './upkeep/archive.ts';
export { readSchedulingPause, pauseScheduling, resumeScheduling } from './upkeep/held-scheduling.ts';
export { type PendingWork, readPendingWork } from './upkeep/owed-work.ts';
export { type StaleRelease, findStaleReleases } from './upkeep/stale.ts';
export {
  addSharedVariable,
  findSharedVariable,
  readFolderVariables,
  readGlobalVariables,
  hasSharedKey,
  lockSharedVariable,
  removeSharedVariable,
  type SharedVariableView,
  findSharedVariablesInFolders,
  updateSharedVariable,
  readVisibleShared,
  readVisibleVariables,
} from './variables/shared-variables.ts';
export * from './webhooks/index.ts';
