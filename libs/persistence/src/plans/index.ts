export { loadPlan, type Plan } from './reading/load.ts';
export {
  type LocatableKind,
  locate,
  locateRelease,
  type PartLocation,
  type ReleaseLocation,
} from './reading/locate.ts';
export { lockRelease, lockTemplate, lockTemplateShared, readVersion } from './reading/lock.ts';
export { readPhase, readRelease, readReleases } from './reading/read.ts';
export { readPassives, readPhasePassives, readReleasePassive } from './reading/read-passives.ts';
export { readTask } from './reading/read-task.ts';
export { findTakenIds } from './reading/taken-ids.ts';
export { readTaskStates, type TaskState } from './reading/task-statuses.ts';
export { readValidators, type StoredValidators, type ValidatorSource, type Validators } from './reading/validators.ts';
export type { ReleaseView, TaskView } from './reading/views.ts';
export { unassigned } from './saving/change-part.ts';
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
export { insertPlans, insertTemplates, type TemplateInsert } from './saving/insert-plans.ts';
export { lockIds } from './saving/lock-ids.ts';
export { insertPlan, type SaveResult, savePlan } from './saving/save.ts';
export { measureReleases } from './saving/stored-size.ts';
