export { type ApprovalRequirement, blankAuthorship, blankRequirement, type Verdict, verdictKinds } from './approval.ts';
export type { Attachment } from './attachment.ts';
export { type AuditAction, type AuditEntry, auditActions } from './catalogs/audit-actions.ts';
export {
  type DeploymentData,
  type EventAudience,
  type EventData,
  type EventType,
  type EventTypeName,
  eventTypes,
  isEventType,
  type NewEvent,
} from './catalogs/event-types.ts';
export {
  type GlobalPermission,
  globalPermissions,
  localPermissions,
  missingPermission,
  type Permission,
  permissions,
} from './catalogs/permissions.ts';
export { readDate } from './dates.ts';
export type {
  CommentDraft,
  PhaseDraft,
  PhasePatch,
  ReleasePatch,
  RunAsProof,
  TaskDraft,
  TaskPatch,
  TemplateDraft,
  VariableDraft,
} from './draft.ts';
export {
  Conflict,
  clip,
  Forbidden,
  Invalid,
  messageOf,
  NotFound,
  NotVisible,
  notFound,
  RefusalError,
  truncate,
} from './errors.ts';
export { asJson, type Instant, isObject, type Json, NumberTooLarge, parseJson, readInteger } from './json.ts';
export {
  maxFilledCharacters,
  maxItems,
  maxNames,
  maxPageBytes,
  maxParts,
  maxPhases,
  maxScriptActions,
  maxSearchTags,
  maxShownCommentBytes,
  maxStoredBytes,
  maxTasks,
  maxVariables,
  uncheckedStoredBytes,
  uncheckedVariableBytes,
} from './limits.ts';
export { type Condition, type Creation, type Dependency, type OwnFields, withOwnTexts } from './own-fields.ts';
export { type Passive, storedPassive } from './passive.ts';
export { blankPhase, blankPhasePassive, type Phase, type PhasePassive } from './phase.ts';
export { bareKey, type FillBudget, fill, fillDeep, soleKey, textOf } from './placeholders.ts';
export { findTaskPosition, type TaskPosition, taskOf, taskPositionOf, tasksIn, tasksOf, titleOf } from './plan.ts';
export { blankRelease, blankReleasePassive, type Release, type ReleasePassive, releaseKinds } from './release.ts';
export {
  type FollowedProfile,
  type RiskAssessment,
  type RiskAssessorName,
  type RiskProfiles,
  type RiskScores,
  riskAssessorNames,
} from './risk.ts';
export {
  type FlagStatus,
  flagStatuses,
  isActive,
  isAhead,
  isDone,
  isEnded,
  isFlowing,
  isInAdvance,
  isOver,
  isReached,
  isTemplate,
  isUnfinished,
  isWithScript,
  mayNeedUser,
  mayWait,
  type PhaseStatus,
  phaseStatuses,
  phaseVersions,
  type ReleaseStatus,
  releaseStatuses,
  type Status,
  type TaskStatus,
  taskRecoverOps,
  taskStatuses,
} from './status.ts';
export {
  blankTask,
  blankTaskPassive,
  freshRun,
  type MailRun,
  type ScriptRun,
  type TargetState,
  type Task,
  type TaskDefinition,
  type TaskPassive,
  type TaskRun,
} from './task.ts';
export {
  type AutomatedTypes,
  gateType,
  hasOwnScript,
  isClosedType,
  isGroupType,
  isOwnSecret,
  type MailMode,
  manualType,
  noAutomatedTypes,
  ownScriptType,
  parallelGroupType,
  pluginScriptType,
  requestsValues,
  runsScript,
  type TaskType,
  type TaskTypeName,
  taskTypeNamed,
  taskTypes,
  typesWhere,
} from './task-types.ts';
export {
  blankVariable,
  passwordMask,
  type Variable,
  type VariableType,
  type VariableValue,
  variableTypes,
} from './variable.ts';
