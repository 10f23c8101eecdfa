export { blackoutNamed, changeBlackout, createBlackout, renderBlackout } from './calendar/blackouts.ts';
export { noSurroundings, type Surroundings, surroundingsOf } from './calendar/surroundings.ts';
export {
  changeConfiguration,
  createConfiguration,
  deleteConfiguration,
  renderConfiguration,
} from './configurations/configurations.ts';
export { knownTypes } from './configurations/known-types.ts';
export { configurationNamed } from './configurations/named.ts';
export { configurationsFound } from './configurations/search.ts';
export { shapedConfiguration } from './configurations/shaped-configuration.ts';
export { configurationStatus } from './configurations/trial.ts';
export { createFolder, deleteFolder, moveFolder, renameFolder } from './folders/change.ts';
export { folderAt, folderNamed } from './folders/named.ts';
export { renderFolder, renderFoldersIn } from './folders/render.ts';
export { addCondition, addDependency, updateCondition } from './gates/gates.ts';
export { type CalendarCache, newCalendarCache } from './model/calendar-cache.ts';
export type { ReadContext, ResourceContext } from './model/context.ts';
export { kindAmong } from './model/kind-among.ts';
export { firstNamed, nothingNamed } from './model/named.ts';
export { showAlone, showFor } from './model/show-for.ts';
export { createOrder, createRelease, createTemplate } from './plans/create.ts';
export { dispatchToPart, dispatchToRelease, madeBy, type PartCommand } from './plans/dispatch.ts';
export {
  archivedReleaseNamed,
  phaseNamed,
  planNamed,
  readablePlan,
  releaseNamed,
  requireOnTemplate,
  taskNamed,
  templateNamed,
} from './plans/find.ts';
export { partIdNamed, partLocated, releaseIdNamed, releaseLocated } from './plans/locate.ts';
export { readingOf } from './plans/reading.ts';
export {
  type Rendered,
  renderPhase,
  renderRelease,
  renderReleases,
  renderTask,
} from './plans/render.ts';
export { releasesInBatches, renderPage } from './plans/render-page.ts';
export { addPhase, updatePhase } from './plans/update-phase.ts';
export { releaseChanges, releaseChangesOf, updateRelease } from './plans/update-release.ts';
export { addTask, taskChangesOf, updateTask } from './plans/update-task.ts';
export { requireScript } from './scripts/require-script.ts';
export { filterOf, orderOf } from './search/filter.ts';
export { countsFound, releaseIdsFound, type Search, templateIdsFound } from './search/search.ts';
export { createTrigger, updateTrigger } from './triggers/change.ts';
export {
  folderOfNewTrigger,
  fullTriggerIds,
  renderTrigger,
  renderTriggers,
  triggerNamed,
  triggerPatchOf,
} from './triggers/triggers.ts';
export { sharedVariableNamed, variableNamed } from './variables/named.ts';
export {
  allGlobal,
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  renderShared,
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
