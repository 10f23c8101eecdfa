export type { Affected, EffectSight } from './as-code/affected.ts';
export { affectedByPeople, type ChangedPeople } from './as-code/affected-by-people.ts';
export { affectedByTemplates } from './as-code/affected-by-plans.ts';
export { affectedByProfiles } from './as-code/affected-by-profiles.ts';
export { affectedByConfigurations, affectedByVariables } from './as-code/affected-by-values.ts';
export { readKeptCode, storeKeptCode } from './as-code/kept.ts';
export { pathsOfTitles, templatesAmong, templatesBelow, templatesTitled } from './as-code/titles.ts';
export { allowPauses, touch } from './as-code/touch.ts';
export {
  appendChunk,
  beginContent,
  chunkSize,
  dropContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
  storeInOne,
} from './attachments/contents.ts';
export { type FoundAttachment, findAttachment } from './attachments/find-attachment.ts';
export { forgetContents } from './attachments/forget-contents.ts';
export { type Attempts, noteAttempts } from './audit/attempts.ts';
export { forgetAudit } from './audit/forget-audit.ts';
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
  blackoutsAhead,
  findBlackout,
  listBlackouts,
  removeBlackout,
  updateBlackout,
} from './calendar/calendar.ts';
export { listDatedReleases } from './calendar/dated-releases.ts';
export { type DatedEntry, findPublishedPlan } from './calendar/published.ts';
export { type Calendar, type CalendarMoment, readCalendar } from './calendar/read-calendar.ts';
export {
  addConfiguration,
  type Configuration,
  type ConfigurationView,
  configurationsAmong,
  configurationsOfTitles,
  configurationsTitled,
  endpointAt,
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
export { knowsStep, newestStep, setOwnPassword } from './database/restored.ts';
export { readConnectionRoom, readWideLimits } from './database/server-settings.ts';
export { readSetting, writeSetting } from './database/settings.ts';
export { Contended, isDiskFull, isUnavailable, Overloaded } from './database/unavailable.ts';
export { databaseProblem } from './database/unsuitable.ts';
export { boundRunningCreated, capacityWaiters, countRunningCreated } from './flow/capacity.ts';
export {
  claimDueRelease,
  claimDueReleases,
  type Due,
  forgetOldClaims,
  type Overdue,
  readOverdue,
  releasesDueWithin,
} from './flow/due.ts';
export { countUnfinished } from './flow/unfinished.ts';
export {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
  foldersAtTitles,
  foldersBelow,
  foldersIn,
  locateFolder,
} from './folders/directory.ts';
export { moveFolder, renameFolder } from './folders/folder-tree.ts';
export { type Elsewhere, fullIds, markOf, readElsewhere } from './folders/full-ids.ts';
export { shareTree } from './folders/in-tree.ts';
export { changeFolderTeams } from './folders/scopes.ts';
export { findAtPaths, readTitlePaths } from './folders/title-paths.ts';
export { doneTargets, readTargetEnds, readTargets } from './gates/targets.ts';
export { type GateWalk, walkStart, walkUnnotified } from './gates/unnotified-gates.ts';
export { listActivities } from './history/activity.ts';
export { readCircumstances } from './insight/circumstances.ts';
export { beginConsistencyLook, lastConsistencyLook, storeConsistencyLook } from './insight/consistency-looks.ts';
export { scriptsWithoutAuthor } from './insight/scripts-without-author.ts';
export { possiblyStuckReleases, readTouchedAt } from './insight/stuck-releases.ts';
export {
  beginEra,
  forgetChanges,
  type LookedFor,
  lookAtChanges,
  type PlanChange,
  type Seen,
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
  pluginContents,
  pluginSources,
  pluginsVersion,
  removePlugin,
} from './plugins/plugins.ts';
export {
  type ConnectionProperty,
  placeholdersOfTypes,
  type Unbound,
  type UnboundReference,
  unboundConnections,
  unboundTemplates,
  unboundTypes,
} from './plugins/unbound.ts';
export { behindProfiles } from './risk/behind.ts';
export { listRiskHistory } from './risk/history.ts';
export {
  addRiskProfile,
  findRiskProfile,
  type KnownRiskProfiles,
  listRiskProfiles,
  readRiskProfiles,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
} from './risk/profiles.ts';
export { readRiskThresholds, storeRiskThresholds } from './risk/thresholds.ts';
export {
  answerJournal,
  dropJournal,
  forgetJournals,
  type JournalRow,
  readJournal,
  writeJournal,
} from './scripts/script-journal.ts';
export { awaitedAmong, type WaitingScript, waitingScripts } from './scripts/waiting-scripts.ts';
export * from './search/index.ts';
export { requireKeys, sealingKeys } from './secrets/key-check.ts';
export { configurationPurpose, deliveryPurpose, type JournalPart, journalPurpose } from './secrets/purposes.ts';
export { reseal } from './secrets/reseal.ts';
export { createSeal, type Seal } from './secrets/seal.ts';
export {
  countEnabledTriggers,
  dueTriggers,
  forgottenTriggers,
  idleTriggers,
  readOverdueTriggers,
  triggersDueBefore,
} from './triggers/due-triggers.ts';
export { forgetTriggered } from './triggers/forget-triggered.ts';
export {
  askForPoll,
  type ClaimedPoll,
  claimPoll,
  endPoll,
  givePollBack,
  holdPoll,
  isPollHeld,
  type PollHold,
  postponePoll,
} from './triggers/polls.ts';
export { findRuns, type NewRun, recordRuns } from './triggers/record-runs.ts';
export { searchTriggers, triggersByState } from './triggers/search-triggers.ts';
export { lockTriggersToSwitch, storeSwitched } from './triggers/switch-triggers.ts';
export { holdTemplateTriggers, readTemplateTriggers } from './triggers/template-triggers.ts';
export { titlesAround } from './triggers/titles-around.ts';
export {
  allRuns,
  countTriggered,
  countTriggeredAtMost,
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
  triggersAmong,
  triggersListening,
  updateTrigger,
} from './triggers/triggers.ts';
export { type ArchiveCounts, addArchiveMonths, archiveFinishedBatch, archiveRelease } from './upkeep/archive.ts';
export { heldScheduling, holdScheduling, releaseScheduling } from './upkeep/held-scheduling.ts';
export { type OwedWork, owedWork } from './upkeep/owed-work.ts';
export { type Stale, staleReleases } from './upkeep/stale.ts';
export {
  addSharedVariable,
  findSharedVariable,
  folderVariables,
  globalVariables,
  hasSharedKey,
  lockSharedVariable,
  removeSharedVariable,
  type SharedVariableView,
  sharedVariablesAmong,
  updateSharedVariable,
  visibleShared,
  visibleVariables,
} from './variables/shared-variables.ts';
export * from './webhooks/index.ts';
