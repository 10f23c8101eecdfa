export { loadPlan, lockRelease, lockTemplate, lockTemplateShared, type Plan, readVersion } from './reading/load.ts';
export {
  type LocatableKind,
  locate,
  locateRelease,
  type PartLocation,
  type ReleaseLocation,
} from './reading/locate.ts';
export {
  readPassives,
  readPhase,
  readPhasePassives,
  readRelease,
  readReleasePassive,
  readReleases,
} from './reading/read.ts';
export { readChangeableComments, readComments } from './reading/read-comments.ts';
export { readTask, readTaskStates, type TaskState } from './reading/read-task.ts';
export { readValidators, type StoredValidators, type ValidatorSource, type Validators } from './reading/validators.ts';
export { readVersions } from './reading/versions.ts';
export type { ReleaseView, TaskView } from './reading/views.ts';
export { unassigned } from './saving/compose.ts';
export { deletePlan } from './saving/delete-plan.ts';
export {
  DuplicateRequest,
  deleteExpiredKeys,
  findKey,
  type IdempotencyKey,
  type StoredRequest,
  type StoredResponse,
  storeKey,
  storeResponse,
} from './saving/idempotency-keys.ts';
export { findTakenIds, lockIds } from './saving/import-ids.ts';
export { insertPlans, insertTemplates, type TemplateInsert } from './saving/insert-plans.ts';
export { insertPlan, type SaveResult, savePlan } from './saving/save.ts';
export { createSaveQueue, type SavePlan } from './saving/save-queue.ts';
export { measureReleases } from './saving/stored-size.ts';
