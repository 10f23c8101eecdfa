export { readKeptCode, storeKeptCode } from './as-code/kept.ts';
export { pathsOfTitles, templatesAmong, templatesBelow, templatesTitled } from './as-code/titles.ts';
export { touch } from './as-code/touch.ts';
export { type TemplateUses, usesOfTemplates } from './as-code/uses.ts';
export {
  appendChunk,
  beginContent,
  chunkSize,
  dropContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
} from './attachments/contents.ts';
export { type FoundAttachment, findAttachment } from './attachments/find-attachment.ts';
export { forgetContents } from './attachments/forget-contents.ts';
export { type Attempts, noteAttempts } from './audit/attempts.ts';
export { forgetAudit } from './audit/forget-audit.ts';
export { readAudit } from './audit/read-audit.ts';
export { type Actor, writeAudit } from './audit/write-audit.ts';
export {
  addBlackout,
  type BlackoutView,
  blackoutsAhead,
  findBlackout,
  listBlackouts,
  removeBlackout,
  updateBlackout,
} from './calendar/calendar.ts';
export { type Calendar, type CalendarMoment, readCalendar } from './calendar/read-calendar.ts';
export {
  addConfiguration,
  type Configuration,
  type ConfigurationView,
  configurationsTitled,
  endpointAt,
  findConfiguration,
  lockConfiguration,
  readConfigurations,
  removeConfiguration,
  searchConfigurations,
  updateConfiguration,
} from './configurations/configurations.ts';
export { readClock } from './database/clock.ts';
export {
  type Connection,
  type Database,
  type DatabaseOptions,
  isTransient,
  openDatabase,
} from './database/database.ts';
export { migrate } from './database/migrate.ts';
export { readSetting, writeSetting } from './database/settings.ts';
export { isUnavailable, Overloaded } from './database/unavailable.ts';
export { databaseProblem } from './database/unsuitable.ts';
export { capacityWaiters, countRunningCreated } from './flow/capacity.ts';
export {
  claimDueReleases,
  type Due,
  forgetOldClaims,
  type Overdue,
  readOverdue,
  releasesDueWithin,
} from './flow/due.ts';
export {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
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
export { possiblyStuckReleases, readTouchedAt } from './insight/stuck-releases.ts';
export * from './people/index.ts';
export { loadPlan, type Plan } from './plans/reading/load.ts';
export {
  type LocatableKind,
  type Located,
  type LocatedRelease,
  locate,
  locateRelease,
} from './plans/reading/locate.ts';
export { lockRelease, lockTemplate, lockTemplateShared, readVersion } from './plans/reading/lock.ts';
export { readPhase, readRelease, readReleases } from './plans/reading/read.ts';
export { readPassives, readReleasePassive } from './plans/reading/read-passives.ts';
export { readTask } from './plans/reading/read-task.ts';
export { takenIds } from './plans/reading/taken-ids.ts';
export { readTaskStates, type TaskState } from './plans/reading/task-statuses.ts';
export {
  readValidators,
  type StoredValidators,
  type ValidatorSource,
  type Validators,
} from './plans/reading/validators.ts';
export type { ReleaseView, TaskView } from './plans/reading/views.ts';
export {
  findKey,
  forgetKeys,
  type IdempotencyKey,
  Repeated,
  type StoredAnswer,
  type StoredRequest,
  storeAnswerOfKey,
  storeKey,
} from './plans/saving/idempotency-keys.ts';
export { insertPlans } from './plans/saving/insert-plans.ts';
export { lockIds } from './plans/saving/lock-ids.ts';
export { deletePlan } from './plans/saving/remove.ts';
export { insertPlan, type Saved, savePlan } from './plans/saving/save.ts';
export { weighReleases } from './plans/saving/stored-size.ts';
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
export {
  countReleases,
  listTemplates,
  type Page,
  type Place,
  type ReleaseFilter,
  type ReleaseOrder,
  type RiskFilter,
  releasesByTitle,
  searchReleases,
} from './search/search.ts';
export { requireSameKey } from './secrets/key-check.ts';
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
export { readTemplateTriggers } from './triggers/template-triggers.ts';
export {
  allRuns,
  countTriggered,
  countTriggeredAtMost,
  listRuns,
  postponeTrigger,
  type TriggerRun,
} from './triggers/trigger-runs.ts';
export {
  claimDueTrigger,
  deleteTrigger,
  findTrigger,
  insertTrigger,
  lockTrigger,
  readTriggers,
  type TriggerRow,
  triggersListening,
  updateTrigger,
} from './triggers/triggers.ts';
export { type ArchiveCounts, archiveFinishedBatch, archiveRelease } from './upkeep/archive.ts';
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
  updateSharedVariable,
  visibleVariables,
} from './variables/shared-variables.ts';
export { readTriggerSource } from './webhooks/event-sources.ts';
export { type EventWait, tasksAwaiting } from './webhooks/event-waits.ts';
export { forgetReceivedEvents } from './webhooks/forget-received-events.ts';
export {
  claimUnprocessedEvents,
  eventsProcessed,
  unprocessedEvents,
} from './webhooks/process-events.ts';
export { findReceivedEvent, listReceivedEvents, type ReceivedEventView } from './webhooks/read-received-events.ts';
export {
  type EventResult,
  judgeReceivedEvent,
  replayReceivedEvent,
  type Sent,
  storeReceivedEvent,
  type UnprocessedEvent,
} from './webhooks/received-events.ts';
