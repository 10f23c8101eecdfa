export { type LoggedEntry, listActivities } from './activity.ts';
export { archiveRelease, type PutAway, putAwayFinished } from './archive.ts';
export {
  addBlackout,
  type BlackoutPatch,
  type BlackoutView,
  blackoutsAhead,
  type CalendarBlackout,
  findBlackout,
  listBlackouts,
  removeBlackout,
  updateBlackout,
} from './calendar.ts';
export { type Lookup, readCircumstances } from './circumstances.ts';
export {
  addConfiguration,
  type Configuration,
  type ConfigurationFilter,
  type ConfigurationView,
  configurationOfTypes,
  configurationsTitled,
  endpointAt,
  findConfiguration,
  lockConfiguration,
  readConfigurations,
  removeConfiguration,
  searchConfigurations,
  updateConfiguration,
} from './configurations.ts';
export { beginConsistencyLook, keepConsistencyLook, lastConsistencyLook } from './consistency-looks.ts';
export {
  type Connection,
  type Database,
  type DatabaseOptions,
  isDuplicate,
  openDatabase,
  sqlStateOf,
} from './database.ts';
export {
  type DeliveryResult,
  type Judgement,
  judgeDelivery,
  replayDelivery,
  type Sent,
  storeDelivery,
  type Untold,
  type Verdict,
} from './deliveries.ts';
export {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
  foldersBelow,
  foldersIn,
  locateFolder,
  type Scope,
} from './directory.ts';
export {
  capacityWaiters,
  claimDueReleases,
  type Due,
  forgetOldClaims,
  type GateWalk,
  type Overdue,
  readOverdue,
  releasesDueWithin,
  takenIds,
  walkStart,
  walkUntold,
} from './due.ts';
export {
  countEnabledTriggers,
  dueTriggers,
  forgottenTriggers,
  idleTriggers,
  readOverdueTriggers,
  triggersDueBefore,
} from './due-triggers.ts';
export { readHeard } from './event-sources.ts';
export { type EventWait, tasksAwaiting } from './event-waits.ts';
export { moveFolder, renameFolder } from './folder-tree.ts';
export { foreseeTargets } from './foresee.ts';
export { forgetDeliveries } from './forget-deliveries.ts';
export { forgetTriggered } from './forget-triggered.ts';
export { type ArchivedThing, type Elsewhere, fullIds, markOf, readElsewhere } from './full-ids.ts';
export {
  forgetKeys,
  type IdempotencyKey,
  type KeptAnswer,
  type KeptRequest,
  keepAnswer,
  keepKey,
  Repeated,
  recallKey,
} from './idempotency-keys.ts';
export { insertPlans } from './insert-plans.ts';
export { requireSameKey } from './key-check.ts';
export { loadPlan, type Plan } from './load.ts';
export { type LocatableKind, type Located, type LocatedRelease, locate, locateRelease } from './locate.ts';
export {
  countRunningCreated,
  doneTargets,
  type Locked,
  lockRelease,
  lockTemplate,
  lockTemplateShared,
  readClock,
  readTargets,
  readVersion,
} from './lock.ts';
export { migrate } from './migrate.ts';
export {
  findPlugin,
  type InstalledPlugin,
  installPlugin,
  listPlugins,
  type PluginSource,
  type PluginToInstall,
  pluginContents,
  pluginSources,
  pluginsVersion,
  removePlugin,
} from './plugins.ts';
export { type Reading, readPhase, readRelease, readReleases } from './read.ts';
export { type Calendar, type CalendarMoment, readCalendar } from './read-calendar.ts';
export { type DeliveryView, findDelivery, listDeliveries } from './read-deliveries.ts';
export { readPassives } from './read-passives.ts';
export { readTask } from './read-task.ts';
export { findRuns, recordFired } from './record-fired.ts';
export { deletePlan } from './remove.ts';
export { type Along, insertPlan, type Saved, savePlan } from './save.ts';
export { createSeal, type Seal, type SealPurpose } from './seal.ts';
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
  type TemplateFilter,
} from './search.ts';
export { searchTriggers, type TriggerFilter, triggersByState } from './search-triggers.ts';
export { readSetting, writeSetting } from './settings.ts';
export {
  addSharedVariable,
  findSharedVariable,
  folderVariables,
  globalVariables,
  hasSharedKey,
  lockSharedVariable,
  removeSharedVariable,
  type SharedVariable,
  type SharedVariableView,
  updateSharedVariable,
  visibleVariables,
} from './shared-variables.ts';
export { type Stale, staleReleases } from './stale.ts';
export { readStanding, type Standing, type StandingKind } from './standing.ts';
export { storedBytes } from './stored-size.ts';
export { readTouchedAt, type Suspecting, type Suspects, suspiciousReleases } from './suspects.ts';
export { lockTriggersToSwitch, storeSwitched } from './switch-triggers.ts';
export { readTaskStates, type TaskState } from './task-statuses.ts';
export { claimUntoldDeliveries, deliveriesProcessed, type Forsaken, untoldDeliveries } from './tell-deliveries.ts';
export { readTemplateTriggers, type TemplateTriggers } from './template-triggers.ts';
export { type TimeFrame, timeFrames } from './time-frame.ts';
export {
  type Advance,
  addTriggered,
  advanceTrigger,
  allRuns,
  countTriggered,
  countTriggeredAtMost,
  type Fired,
  listRuns,
  postponeTrigger,
  recordRun,
  type TriggerRun,
} from './trigger-runs.ts';
export {
  claimDueTrigger,
  deleteTrigger,
  findTrigger,
  insertTrigger,
  lockTrigger,
  readTriggers,
  type TriggerRecord,
  type TriggerRow,
  triggersListening,
  updateTrigger,
} from './triggers.ts';
export { Overloaded } from './unavailable.ts';
export { hindrance } from './unfit.ts';
export { addUser, countUsers, findUser, setPassword, type User } from './users.ts';
export type * from './views.ts';
export { isAwaited, type WaitingScript, waitingScripts } from './waiting-scripts.ts';
