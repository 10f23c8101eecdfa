export { applyCode, type CodeOrder, type CodeReport } from './as-code/apply.ts';
export { applyArchive } from './as-code/archive/apply-archive.ts';
export { withFiles } from './as-code/attachments.ts';
export { withoutLostTeams } from './as-code/naming/lost-teams.ts';
export { warnOfScripts } from './as-code/naming/script-warnings.ts';
export { warnOfUnknownTypes } from './as-code/naming/unknown-types.ts';
export { type GenerateOrder, generateCode } from './as-code/writing/generate.ts';
export {
  attachmentNamed,
  attachToRelease,
  attachToTask,
  detachFromRelease,
  detachFromTask,
  type Receive,
  type Upload,
} from './attachments/attachments.ts';
export { contentBytes, storeContent } from './attachments/contents.ts';
export { type Spool, spooled } from './attachments/spool.ts';
export { blackoutNamed, changeBlackout, createBlackout, renderBlackout } from './calendar/blackouts.ts';
export { ownCalendar } from './calendar/own-calendar.ts';
export { publishedCalendar } from './calendar/published-calendar.ts';
export { surroundingsOf } from './calendar/surroundings.ts';
export {
  addOrChangeConfiguration,
  changeConfiguration,
  deleteConfiguration,
  renderConfiguration,
} from './configurations/configurations.ts';
export { configurationFor, configurationNamed, requireOnConfiguration } from './configurations/find.ts';
export { configurationsFound } from './configurations/search.ts';
export { configurationStatus } from './configurations/trial.ts';
export { bytesWithin } from './files/bytes-within.ts';
export { type ExportedPlan, exportedRelease, exportedTemplate } from './files/export-plan.ts';
export { folderToImport, importTemplates } from './files/import-templates.ts';
export { groovyZip, templateInGroovy, templatesAt } from './files/template-in-groovy.ts';
export { createFolder, deleteFolder, moveFolder, renameFolder } from './folders/change.ts';
export { folderAt, folderNamed } from './folders/find.ts';
export { renderFolder, renderFoldersIn } from './folders/render.ts';
export { addCondition, addDependency, updateCondition } from './gates/gates.ts';
export { requireVisible } from './gates/visible-target.ts';
export { isPlaced, type Whereabouts, whereIs } from './ids/whereabouts.ts';
export { newCalendarCache } from './model/calendar-cache.ts';
export type { ReadContext, ResourceContext } from './model/context.ts';
export { candidatesOf, nothingNamed } from './model/find.ts';
export { hold, planStanding, seenAmong } from './model/hold.ts';
export { kindAmong } from './model/kind-among.ts';
export { type Asking, requireHeld } from './model/right.ts';
export { seenOf, showAll, showAlone, showFor } from './model/show-for.ts';
export type { Passwords, StillAs } from './people/asking.ts';
export { renderPermission } from './people/explain-permission.ts';
export { listedRoles, listedUsers } from './people/lists.ts';
export { renderMe } from './people/me.ts';
export { createRoles, deleteRole, renameRole, roleAt, roleNamed, updateRoles } from './people/roles.ts';
export { folderTeams, isFolderOwner, planTeams, setFolderTeams, setPlanTeams } from './people/teams.ts';
export { updateUsers } from './people/update-users.ts';
export { createUser, deleteUser, userNamed } from './people/users.ts';
export { storedPhase, storedPlan, storedTask } from './plans/as-stored.ts';
export { bindBeforeRetry, bindTypes } from './plans/bind-types.ts';
export { storedPassives } from './plans/change-plan.ts';
export { changeTaskType, commandForType } from './plans/change-type.ts';
export { createOrder, createRelease, createTemplate } from './plans/create.ts';
export { dispatchToPart, dispatchToRelease, knowingOf, madeBy, type PartCommand } from './plans/dispatch.ts';
export {
  archivedReleaseNamed,
  partIdNamed,
  partLocated,
  phaseNamed,
  planNamed,
  releaseIdNamed,
  releaseLocated,
  releaseNamed,
  taskNamed,
  templateNamed,
} from './plans/find.ts';
export { readingOf } from './plans/reading.ts';
export { preconditionsIn, type Rendered, renderPhase, renderRelease, renderTask } from './plans/render.ts';
export { type LargePage, releasesInBatches, renderPage, renderSummaries } from './plans/render-page.ts';
export { requireTargetsOfEdits } from './plans/require-targets.ts';
export type { ProvesUser } from './plans/run-as.ts';
export { seenReleases } from './plans/seen-releases.ts';
export { addPhase, updatePhase } from './plans/update-phase.ts';
export { releaseChanges, updateRelease } from './plans/update-release.ts';
export { addTask, taskChangesOf, updateTask } from './plans/update-task.ts';
export {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  renderRiskProfileNamed,
  renderRiskProfiles,
  updateRiskProfile,
} from './risk/profiles.ts';
export { renderAssessment, renderRisk, renderRiskHistory } from './risk/risk.ts';
export { renderRiskThresholds, updateRiskThresholds } from './risk/thresholds.ts';
export { filterOf, orderOf } from './search/filter.ts';
export { renderMyTasks } from './search/my-tasks.ts';
export { type PageEdge, type PageSearch, releasePageFound } from './search/release-page.ts';
export { countsFound, releaseIdsFound, releaseIdsTitled, type Search, templateIdsFound } from './search/search.ts';
export { findUnresolved, unresolvedKinds } from './system/unresolved.ts';
export { aroundTriggers } from './triggers/around.ts';
export { createTrigger, runTrigger, updateTrigger } from './triggers/change.ts';
export { faultsToEnable, requireNoFaults, triggersWithWarnings } from './triggers/faults.ts';
export {
  type Changeable,
  changeable,
  reachOf,
  requireReach,
  seenTriggers,
  toChange as toChangeTrigger,
} from './triggers/rights.ts';
export { fullTriggerIds, renderTrigger, renderTriggers, triggerNamed } from './triggers/triggers.ts';
export { type PlanVariable, sharedVariableNamed, variableNamed, variableToUpdate } from './variables/find.ts';
export {
  allGlobal,
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  renderShared,
  requireOnShared,
  seenInFolder,
} from './variables/shared-variables.ts';
export { renderInputs, updateInputs } from './variables/task-inputs.ts';
export {
  addVariable,
  deleteVariable,
  renderVariable,
  renderVariables,
  replaceVariables,
  updateVariable,
  variablePatch,
} from './variables/variables.ts';
