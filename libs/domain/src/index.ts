export * from './blackout-plan.ts';
export { concreteType, conformed, propertyToScripts, putOut } from './configuration/conform.ts';
export { type Before, type Hidden, hideSecrets, looksSecret, withSecrets } from './configuration/hide.ts';
export {
  type FindType,
  isKindOf,
  isObject,
  kindsOf,
  merged,
  type Properties,
  type PropertyRule,
  type TypeRule,
} from './configuration/properties.ts';
export { type Gap, gapsOf, type Kept } from './consistency.ts';
export type { CopyOrder } from './copy-template.ts';
export { awaitsOf, wakeAt } from './effects.ts';
export * from './env.ts';
export * from './errors.ts';
export { answerToEvent, type ConditionAnswer, isCondition } from './event-answer.ts';
export { awaitedSource, eventTaskType } from './event-wait.ts';
export { type Explanation, explainRelease, explainTask } from './explain.ts';
export { targetOf } from './gates.ts';
export { copyTemplate, createRelease, createTemplate, handle } from './handle.ts';
export * from './ids.ts';
export * from './inputs.ts';
export * from './limits.ts';
export * from './model/behaviour.ts';
export * from './model/draft.ts';
export * from './model/json.ts';
export * from './model/passive.ts';
export * from './model/phase.ts';
export * from './model/release.ts';
export * from './model/status.ts';
export * from './model/task.ts';
export * from './model/variable.ts';
export * from './outcome.ts';
export * from './permissions.ts';
export { phasesNamed } from './phase-versions.ts';
export { bareKey, fill, fillDeep, keysIn, type Room, soleKey, textOf } from './placeholders.ts';
export type { Place } from './plan.ts';
export { currentPhase, findPlace, phaseOf, placeOf, taskOf, tasksIn, tasksOf } from './plan.ts';
export {
  type ForeseenPhase,
  type ForeseenTarget,
  type ForeseenTask,
  type Foresight,
  type Preview,
  preview,
} from './preview.ts';
export type { AwaitedTarget, Circumstances, NamedBlackout, Reason } from './reasons.ts';
export { namedByPhase, namedByRelease, namedByTasks } from './references.ts';
export type { Restart } from './restart.ts';
export { previewRestart, type RestartPreview } from './restart-preview.ts';
export { permissionFor } from './script-permission.ts';
export { type ScriptLanguage, scriptText } from './script-text.ts';
export { type Sharing, sharedVariable } from './shared-variables.ts';
export { asStored } from './stored.ts';
export * from './templates.ts';
export { type Due, dueOf, graceMs, mostCaughtUp, type Timetable } from './triggers/due.ts';
export {
  type EventFilter,
  type FilterExpression,
  filterOperators,
  filterValueTypes,
  refutation,
} from './triggers/event-filter.ts';
export { type Event, viewOf } from './triggers/event-path.ts';
export { eventValues, httpRequestEvent, type Listening, sharedKeys } from './triggers/event-trigger.ts';
export {
  folderIn,
  type Occasion,
  orderFor,
  placeholderValues,
  type Running,
  type RunOutcome,
  refusalOf,
  runOutcomes,
} from './triggers/firing.ts';
export { choosesTemplate, fixedTemplate, type Mapping, mappedText } from './triggers/mappings.ts';
export { heardType, isWithinReach } from './triggers/reach.ts';
export {
  type CatchUp,
  catchUps,
  changedTrigger,
  type EventTrigger,
  firesAlike,
  newTrigger,
  type PollType,
  pollTypes,
  requireTemplate,
  type Schedule,
  type ScheduleTrigger,
  type Trigger,
  type TriggerFields,
  type TriggerGiven,
  type TriggerPatch,
  triggerTypes,
} from './triggers/trigger.ts';
export { changedVariable, keyTaken, newKeyIn } from './variable-parts.ts';
export { isUsed } from './variable-uses.ts';
export { isEmpty, ownVariable, passwordMask, valueFor, valueToScripts } from './variables.ts';
export { deduplicationValue } from './webhook/deduplication.ts';
export { authenticationType, endpointProperties, endpointType, webhookPath } from './webhook/endpoint.ts';
export { endpointNamed, isTransforming, withEndpointId } from './webhook/event-source.ts';
export { isSecretHeader, type Mask, maskOf } from './webhook/masking.ts';
export { readDate } from './written-date.ts';
