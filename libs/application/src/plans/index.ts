export { bindTypes, changeTaskType } from './change-type.ts';
export { listChildVariables } from './child-variables.ts';
export { changeableComments } from './comments.ts';
export { type CredentialCheck, createRelease, createTemplate, parseCreateOrder } from './create.ts';
export { createdId, dispatchToPart, dispatchToRelease } from './dispatch.ts';
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
export {
  assignment,
  deletions,
  phaseCopy,
  phaseMove,
  prepareTaskCommand,
  relocation,
  templateMove,
} from './part-commands.ts';
export { preconditionsIn, type RenderResult, renderPhase, renderRelease, renderTask } from './render.ts';
export { type LargePage, releasesInBatches, renderPage, renderSummaries, visibleReleases } from './render-page.ts';
export { type TaskRequest, taskRequests, valuesByKey, verdictRequests } from './task-requests.ts';
export { addPhase, addTask, updatePhase, updateRelease, updateTask } from './update-plan.ts';
