export { type BlackoutPlan, nextBoundary, noBlackoutPlan, planAround } from './calendar/blackout-plan.ts';
export { afterBlackouts } from './calendar/holds.ts';
export { copyTemplate, createRelease, createTemplate, handle } from './commands/handle.ts';
export { hideSecrets, looksSecret, type StoredProperties, withSecrets } from './configurations/hide-secrets.ts';
export { concreteType, normalizeOutput, normalizeProperties, propertyToScripts } from './configurations/normalize.ts';
export { isKindOf, kindsOf, mergeProperties, type Properties, type TypeRule } from './configurations/properties.ts';
export {
  type Blackout,
  type Creator,
  creatorKey,
  type Env,
  type IdKind,
  type TokenFault,
  type Want,
  type World,
} from './decision/env.ts';
export type { Caller, Command, Fact, Input, Outputs } from './decision/inputs.ts';
export { longestComment } from './decision/log.ts';
export {
  type ActivityType,
  type Await,
  type CommentAdded,
  type Decision,
  type Entry,
  type Outcome,
  type RiskRecord,
  systemUser,
} from './decision/outcome.ts';
export type { IdsOfCopy, PlanEdit, Replacement } from './decision/plan-commands.ts';
export type { MadeRequest, ScriptResult } from './decision/script-result.ts';
export { planChanges } from './edits/plan-changes.ts';
export type { StoredPassives, WantedCondition, WantedPhase, WantedPlan, WantedTask } from './edits/wanted.ts';
export * from './files/index.ts';
export { withPasswordsFor } from './flow/creation-passwords.ts';
export { awaitsOf } from './flow/effects.ts';
export type { ExplanationContext, NamedBlackout, Reason } from './flow/reasons.ts';
export { whyInWords } from './gates/approval-words.ts';
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
export { Conflict, clip, cut, Forbidden, Invalid, NotFound, Unseen } from './model/errors.ts';
export { asJson, type Instant, isObject, type Json, NumberTooLarge, parseJson, readInteger } from './model/json.ts';
export {
  mostAskedNames,
  mostFilled,
  mostItems,
  mostNames,
  mostOnPage,
  mostParts,
  mostPhases,
  mostScriptActions,
  mostShownComments,
  mostStored,
  mostTasks,
  mostVariables,
  smallStored,
  smallVariables,
} from './model/limits.ts';
export {
  type Condition,
  type Creation,
  type Dependency,
  type OwnFields,
  withOwnTexts,
} from './model/own-fields.ts';
export { type Passive, stored } from './model/passive.ts';
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
export { findPlace, type Place, placeOf, taskOf, tasksIn, tasksOf } from './model/plan.ts';
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
  isForPeople,
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
  asksForValues,
  gateType,
  holdsScript,
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
  typesThat,
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
export { asStored } from './plans/as-stored.ts';
export { namedByPhase, namedByRelease, namedByTasks } from './plans/references.ts';
export { phasesNamed } from './restart/phase-versions.ts';
export type { Restart } from './restart/restart.ts';
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
  type WrittenScores,
} from './risk/profiles.ts';
export { withRiskScores } from './risk/scores.ts';
export {
  containsSecret,
  type ExposedVariable,
  type TextMask,
  textsRead,
  withMaskedTexts,
} from './scripts/masked-texts.ts';
export {
  changedScripts,
  type SavedScript,
  scriptsOf,
  scriptsOfDraft,
  scriptsToCompile,
  someWarnings,
  warningOf,
} from './scripts/saved-scripts.ts';
export { type NamingText, namersOf, type ScriptLanguage, scriptAuthorOf, scriptText } from './scripts/script-text.ts';
export type { CopyOrder } from './templates/copy-template.ts';
export { type CreateOrder, prospectiveRelease } from './templates/templates.ts';
export * from './triggers/index.ts';
export { changedVariable, keyTaken, newKeyIn, withPasswordsOf } from './variables/build-variable.ts';
export { offeredValues } from './variables/offered-values.ts';
export { sharedVariable } from './variables/shared-variables.ts';
export { isEmpty, valueFor, valueToScripts } from './variables/values.ts';
export { isUsed } from './variables/variable-uses.ts';
export { deduplicationValue } from './webhooks/deduplication.ts';
export { endpointProperties, endpointType } from './webhooks/endpoint.ts';
export { answerToEvent, type ConditionAnswer, isCondition } from './webhooks/event-answer.ts';
export { endpointNamed, isTransforming, withEndpointId } from './webhooks/event-source.ts';
export { isSecretHeader, type Mask, maskOf } from './webhooks/masking.ts';
