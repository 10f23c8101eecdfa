export { gapsOf } from './consistency.ts';
export { type Explanation, explainRelease, explainTask } from './explain.ts';
export { type ExplanationLookup, explanationLookupFor } from './lookup.ts';
export {
  accountActions,
  missingAccountPermissions,
  missingFolderPermissions,
  missingPlanPermissions,
  planActions,
} from './missing-permissions.ts';
export { type TypicalDurations, taskKey } from './planned-end.ts';
export { type Preview, type PreviewContext, type PreviewPhase, type PreviewTask, preview } from './preview.ts';
export { type CurrentWork, currentWorkOf, type Progress, progressOf } from './progress.ts';
export { previewRestart, type RestartPreview } from './restart-preview.ts';
export { type TaskWait, type WaitKind, waitKinds, waitOf } from './task-waits.ts';
export {
  completionOptionsOf,
  isOverdue,
  missingPermissionsOf,
  taskActions,
  userActions,
  userTaskReason,
} from './waiting-tasks.ts';
