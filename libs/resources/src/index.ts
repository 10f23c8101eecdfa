export { applyCode, type CodeRequest, type CodeReport } from './as-code/apply.ts';
export { applyArchive } from './as-code/archive/apply-archive.ts';
export { withFiles } from './as-code/attachments.ts';
export { withoutTeamsOfUnknownFolders } from './as-code/naming/lost-teams.ts';
export { warnOfScripts } from './as-code/naming/script-warnings.ts';
export { warnOfUnknownTypes } from './as-code/naming/unknown-types.ts';
export { type GenerateRequest, generateCode } from './as-code/writing/generate.ts';
export {
  getAttachment,
  attachToRelease,
  attachToTask,
  detachFromRelease,
  detachFromTask,
  type Receive,
  type Upload,
} from './attachments/attachments.ts';
export { contentBytes, storeContent } from './attachments/contents.ts';
export { type Spool, spoolStream } from './attachments/spool.ts';
export { getBlackout, changeBlackout, createBlackout, renderBlackout } from './calendar/blackouts.ts';
export { ownCalendar } from './calendar/own-calendar.ts';
export { publishedCalendar } from './calendar/published-calendar.ts';
export { blackoutContextOf } from './calendar/surroundings.ts';
export {
  addOrChangeConfiguration,
  changeConfiguration,
  deleteConfiguration,
  renderConfiguration,
} from './configurations/configurations.ts';
export { getPermittedConfiguration, getConfiguration, requireConfigurationPermission } from './configurations/find.ts';
export { listConfigurations } from './configurations/search.ts';
export { configurationStatus } from './configurations/trial.ts';
export { readBounded } from './files/bytes-within.ts';
export { type ExportedPlan, exportedRelease, exportedTemplate } from './files/export-plan.ts';
export { folderToImport, importTemplates } from './files/import-templates.ts';
export { groovyZip, exportGroovyTemplate, templatesAt } from './files/template-in-groovy.ts';
export { createFolder, deleteFolder, moveFolder, renameFolder } from './folders/change.ts';
export { getFolderAt, getFolder } from './folders/find.ts';
export { renderFolder, renderFoldersIn } from './folders/render.ts';
export { addCondition, addDependency, updateCondition } from './gates/gates.ts';
export { requireVisibleTarget } from './gates/visible-target.ts';
export { isLocatable, type Location, locateObject } from './ids/whereabouts.ts';
export { newCalendarCache } from './model/calendar-cache.ts';
export type { ReadContext, ResourceContext } from './model/context.ts';
export { idCandidatesOrNone, notFound } from './model/find.ts';
export { requirePermission, planAttributes, filterVisible } from './model/hold.ts';
export { idKindOf } from './model/kind-among.ts';
export { type PermissionRequest, requireGlobalPermission } from './model/right.ts';
export { findVisibleIds, renderContextForAll, contextWithoutReferences, renderContextFor } from './model/show-for.ts';
export type { Passwords, RequireUnchanged } from './people/asking.ts';
export { renderPermission } from './people/explain-permission.ts';
export { renderRoleList, renderUserList } from './people/lists.ts';
export { renderMe } from './people/me.ts';
export { createRoles, deleteRole, renameRole, roleAt, getRole, updateRoles } from './people/roles.ts';
export { folderTeams, isFolderOwner, planTeams, setFolderTeams, setPlanTeams } from './people/teams.ts';
export { updateUsers } from './people/update-users.ts';
export { createUser, deleteUser, getUser } from './people/users.ts';
export { reloadPhase, reloadPlan, reloadTask } from './plans/as-stored.ts';
export { bindBeforeRetry, bindTypes } from './plans/bind-types.ts';
export { storedPassives } from './plans/change-plan.ts';
export { changeTaskType, commandForType } from './plans/change-type.ts';
export { parseCreateOrder, createRelease, createTemplate } from './plans/create.ts';
export { dispatchToPart, dispatchToRelease, viewOrCommandNeeds, createdId, type PartCommand } from './plans/dispatch.ts';
export {
  getArchivedRelease,
  getPartId,
  getPartLocation,
  getPhase,
  getPlan,
  getReleaseId,
  getReleaseLocation,
  getRelease,
  getTask,
  getTemplate,
} from './plans/find.ts';
export { parseOptionsFor } from './plans/reading.ts';
export { preconditionsIn, type RenderResult, renderPhase, renderRelease, renderTask } from './plans/render.ts';
export { type LargePage, releasesInBatches, renderPage, renderSummaries } from './plans/render-page.ts';
export { requireTargetsOfEdits } from './plans/require-targets.ts';
export type { CredentialCheck } from './plans/run-as.ts';
export { visibleReleases } from './plans/seen-releases.ts';
export { addPhase, updatePhase } from './plans/update-phase.ts';
export { releaseChanges, updateRelease } from './plans/update-release.ts';
export { addTask, taskChangesOf, updateTask } from './plans/update-task.ts';
export {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  renderRiskProfileById,
  renderRiskProfiles,
  updateRiskProfile,
} from './risk/profiles.ts';
export { renderAssessment, renderRisk, renderRiskHistory } from './risk/risk.ts';
export { renderRiskThresholds, updateRiskThresholds } from './risk/thresholds.ts';
export { filterOf, orderOf } from './search/filter.ts';
export { renderMyTasks } from './search/my-tasks.ts';
export { type PageEdge, type PageSearch, findReleasePage } from './search/release-page.ts';
export { countByStatus, findReleaseIds, findReleaseIdsByTitle, type Search, findTemplateIds } from './search/search.ts';
export { findUnresolved, unresolvedKinds } from './system/unresolved.ts';
export { renderTriggerContext } from './triggers/around.ts';
export { createTrigger, runTrigger, updateTrigger } from './triggers/change.ts';
export { faultsToEnable, requireNoFaults, triggersWithWarnings } from './triggers/faults.ts';
export {
  type Changeable,
  changeable,
  releaseTargetsOf,
  requireReleaseTargets,
  visibleTriggers,
  permissionToChange as toChangeTrigger,
} from './triggers/rights.ts';
export { fullTriggerIds, renderTrigger, renderTriggers, getTrigger } from './triggers/triggers.ts';
export { type PlanVariable, getSharedVariable, getVariable, getVariableForUpdate } from './variables/find.ts';
export {
  listGlobal,
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  renderSharedVariable,
  requireSharedVariablePermission,
  visibleInFolder,
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
