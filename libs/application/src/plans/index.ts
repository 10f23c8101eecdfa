export { storedPassives } from './change-plan.ts';
export { bindBeforeRetry, bindTypes, changeTaskType, commandForType } from './change-type.ts';
export { type CredentialCheck, createRelease, createTemplate, parseCreateOrder } from './create.ts';
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
  reloadPhase,
  reloadPlan,
  reloadTask,
} from './find.ts';
export { parseOptionsFor } from './parse-options.ts';
export { preconditionsIn, type RenderResult, renderPhase, renderRelease, renderTask } from './render.ts';
export { type LargePage, releasesInBatches, renderPage, renderSummaries, visibleReleases } from './render-page.ts';
export { requireTargetsOfEdits } from './require-targets.ts';
export {
  addPhase,
  addTask,
  releaseChanges,
  taskChangesOf,
  updatePhase,
  updateRelease,
  updateTask,
} from './update-plan.ts';
