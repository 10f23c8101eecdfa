export { type BlackoutPlan, nextBoundary, noBlackoutPlan, planBlackouts } from './calendar/blackout-plan.ts';
export { startAfterBlackouts } from './calendar/holds.ts';
export { copyTemplate, createRelease, createTemplate, handle } from './commands/handle.ts';
export { hideSecrets, looksSecret, type StoredProperties, withSecrets } from './configurations/hide-secrets.ts';
export { requireConcreteType, normalizeOutput, normalizeProperties, propertyToScripts } from './configurations/normalize.ts';
export { isKindOf, kindsOf, mergeProperties, type Properties, type TypeRule } from './configurations/properties.ts';
export {
  type Blackout,
  type Creator,
  creatorKey,
  type Env,
  type IdKind,
  type TokenFault,
  type Requirement,
  type DecisionData,
} from './decision/env.ts';
export type { Caller, Command, Fact, Input, Outputs } from './decision/inputs.ts';
export { maxCommentLength } from './decision/log.ts';
export {
  type ActivityType,
  type Await,
  type CommentAdded,
  type Decision,
  type LogEntry,
  type Outcome,
  type RiskRecord,
  systemUser,
} from './decision/outcome.ts';
export type { CopyIds, PlanEdit, Replacement } from './decision/plan-commands.ts';
export type { ScriptHttpRequest, ScriptResult } from './decision/script-result.ts';
export { planChanges } from './edits/plan-changes.ts';
export type { StoredPassives, RequestedCondition, RequestedPhase, RequestedPlan, RequestedTask } from './edits/wanted.ts';
export * from './files/index.ts';
export { withPasswordsFor } from './flow/creation-passwords.ts';
export { awaitsOf } from './flow/effects.ts';
export type { ExplanationContext, NamedBlackout, Reason } from './flow/reasons.ts';
export { voidMessage } from './gates/approval-words.ts';
export { type ApprovalState, versionOf } from './gates/approvals.ts';
export { targetStateOf } from './gates/target-state.ts';
export { isIdOf, kindOf, type PublicKind, rootFolderId } from './ids/id-kinds.ts';
export { configurationIds, configurationTitle, idCandidates, targetId } from './ids/ids.ts';
export * from './insight/index.ts';
export {
  type ApprovalRequirement,
  blankAuthorship,
  blankRequirement,
  type Verdict,
  verdictKinds,
} from './model/approval.ts';
export type { Attachment } from './model/attachment.ts';
export { readDate } from './model/dates.ts';
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
} from './model/draft.ts';
export { Conflict, clip, truncate, Forbidden, Invalid, NotFound, NotVisible } from './model/errors.ts';
export { asJson, type Instant, isObject, type Json, NumberTooLarge, parseJson, readInteger } from './model/json.ts';
export {
  maxSearchTags,
  maxFilledCharacters,
  maxItems,
  maxNames,
  maxPageBytes,
  maxParts,
  maxPhases,
  maxScriptActions,
  maxShownCommentBytes,
  maxStoredBytes,
  maxTasks,
  maxVariables,
  uncheckedStoredBytes,
  uncheckedVariableBytes,
} from './model/limits.ts';
export {
  type Condition,
  type Creation,
  type Dependency,
  type OwnFields,
  withOwnTexts,
} from './model/own-fields.ts';
export { type Passive, storedPassive } from './model/passive.ts';
export {
  type GlobalPermission,
  globalPermissions,
  localPermissions,
  missingPermission,
  type Permission,
  permissions,
} from './model/permissions.ts';
export { blankPhase, blankPhasePassive, type Phase, type PhasePassive } from './model/phase.ts';
export { bareKey, type FillBudget, fill, fillDeep, soleKey, textOf } from './model/placeholders.ts';
export { findTaskPosition, type TaskPosition, taskPositionOf, taskOf, tasksIn, tasksOf } from './model/plan.ts';
export { blankRelease, blankReleasePassive, type Release, type ReleasePassive, releaseKinds } from './model/release.ts';
export {
  type FollowedProfile,
  type RiskAssessment,
  type RiskAssessorName,
  type RiskProfiles,
  type RiskScores,
  riskAssessorNames,
} from './model/risk.ts';
export {
  type FlagStatus,
  flagStatuses,
  isActive,
  isAhead,
  isDone,
  isEnded,
  isFlowing,
  mayNeedUser,
  isInAdvance,
  isOver,
  isReached,
  isTemplate,
  isUnfinished,
  isWithScript,
  type PhaseStatus,
  phaseStatuses,
  phaseVersions,
  type ReleaseStatus,
  releaseStatuses,
  type Status,
  type TaskStatus,
  taskRecoverOps,
  taskStatuses,
} from './model/status.ts';
export {
  blankTask,
  blankTaskPassive,
  freshRun,
  type ScriptRun,
  type TargetState,
  type Task,
  type TaskDefinition,
  type TaskPassive,
  type TaskRun,
} from './model/task.ts';
export {
  type AutomatedTypes,
  requestsValues,
  gateType,
  hasOwnScript,
  isClosedType,
  isGroupType,
  isOwnSecret,
  manualType,
  noAutomatedTypes,
  parallelGroupType,
  pluginScriptType,
  runsScript,
  type TaskType,
  type TaskTypeName,
  taskTypeNamed,
  taskTypes,
  typesWhere,
} from './model/task-types.ts';
export {
  blankVariable,
  passwordMask,
  type Variable,
  type VariableType,
  type VariableValue,
  variableTypes,
} from './model/variable.ts';
export * from './people/index.ts';
export { toStoredRelease } from './plans/as-stored.ts';
export { referencesOfPhase, referencesOfRelease, referencesOfTasks } from './plans/references.ts';
export { phasesWithTitle } from './restart/phase-versions.ts';
export type { RestartOptions } from './restart/restart.ts';
export { assessmentsOf, type FlagComments } from './risk/assessments.ts';
export { riskAssessors } from './risk/assessors.ts';
export { reasonsBetween } from './risk/history.ts';
export {
  defaultProfileId,
  defaultProfileTitle,
  defaultScores,
  isDefaultReference,
  keyOfReference,
  profileKey,
  type RiskThresholds,
  requireThresholds,
  riskProfileReference,
  scoresFrom,
  type RawScores,
} from './risk/profiles.ts';
export { withRiskScores } from './risk/scores.ts';
export {
  containsSecret,
  type ExposedVariable,
  type TextMask,
  readTexts,
  maskTexts,
} from './scripts/masked-texts.ts';
export {
  changedScripts,
  type SavedScript,
  scriptsOf,
  scriptsOfDraft,
  scriptsToCompile,
  limitWarnings,
  compileWarning,
} from './scripts/saved-scripts.ts';
export { type AuthoredText, authorsNaming, type ScriptLanguage, scriptAuthorOf, scriptText } from './scripts/script-text.ts';
export type { CopyTemplateRequest } from './templates/copy-template.ts';
export { type CreateReleaseRequest, prospectiveRelease } from './templates/templates.ts';
export * from './triggers/index.ts';
export { applyVariablePatch, keyConflict, newKeyIn, withPasswordsOf } from './variables/build-variable.ts';
export { offeredValues } from './variables/offered-values.ts';
export { sharedVariable } from './variables/shared-variables.ts';
export { isEmpty, valueFor, valueToScripts } from './variables/values.ts';
export { isUsed } from './variables/variable-uses.ts';
export { deduplicationValue } from './webhooks/deduplication.ts';
export { endpointProperties, endpointType } from './webhooks/endpoint.ts';
export { resultOfEvent, type ConditionResult, hasCondition } from './webhooks/event-answer.ts';
export { endpointIdIn, isEventSourceType, withEndpointId } from './webhooks/event-source.ts';
export { isSecretHeader, type Mask, maskOf } from './webhooks/masking.ts';
