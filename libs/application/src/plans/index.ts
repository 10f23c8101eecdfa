export { bindBeforeRetry, bindTypes } from './bind-types.ts';
export { storedPassives } from './change-plan.ts';
export { changeTaskType, commandForType } from './change-type.ts';
export { createRelease, createTemplate, parseCreateOrder } from './create.ts';
export { createdId, dispatchToPart, dispatchToRelease, type PartCommand, viewOrCommandNeeds } from './dispatch.ts';
export {
  getArchivedRelease,
  getPartId,
  getPartLocation,
  getPhase,
  getPlan,
  getRelease,
  getReleaseId,
  getReleaseLocation,
  getTask,
  getTemplate,
} from './find.ts';
export { parseOptionsFor } from './parse-options.ts';
export { reloadPhase, reloadPlan, reloadTask } from './reload.ts';
export { preconditionsIn, type RenderResult, renderPhase, renderRelease, renderTask } from './render.ts';
export { type LargePage, releasesInBatches, renderPage, renderSummaries } from './render-page.ts';
export { requireTargetsOfEdits } from './require-targets.ts';
export type { CredentialCheck } from './run-as.ts';
export { addPhase, updatePhase } from './update-phase.ts';
export { releaseChanges, updateRelease } from './update-release.ts';
export { addTask, taskChangesOf, updateTask } from './update-task.ts';
export { visibleReleases } from './visible-releases.ts';
