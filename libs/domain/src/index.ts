export * from './calendar/blackout-plan.ts';
export { copyTemplate, createRelease, createTemplate, handle } from './commands/handle.ts';
export { concreteType, conformed, propertyToScripts, putOut } from './configurations/conform.ts';
export { type Before, type Hidden, hideSecrets, looksSecret, withSecrets } from './configurations/hide.ts';
export {
  type FindType,
  isKindOf,
  kindsOf,
  merged,
  type Properties,
  type PropertyRule,
  type TypeRule,
} from './configurations/properties.ts';
export { toDo } from './decision/command-permissions.ts';
export * from './decision/env.ts';
export * from './decision/inputs.ts';
export * from './decision/outcome.ts';
export { awaitsOf, wakeAt } from './flow/effects.ts';
export type { AwaitedTarget, Circumstances, NamedBlackout, Reason } from './flow/reasons.ts';
export { targetOf } from './gates/gates.ts';
export { targetStateOf } from './gates/target-state.ts';
export * from './ids/ids.ts';
export { type Gap, gapsOf, type Kept } from './insight/consistency.ts';
export { type Explanation, explainRelease, explainTask } from './insight/explain.ts';
export {
  type ForeseenPhase,
  type ForeseenTarget,
  type ForeseenTask,
  type Foresight,
  type Preview,
  preview,
} from './insight/preview.ts';
export { previewRestart, type RestartPreview } from './insight/restart-preview.ts';
export { readDate } from './model/dates.ts';
export * from './model/draft.ts';
export * from './model/errors.ts';
export * from './model/json.ts';
export * from './model/limits.ts';
export * from './model/own-fields.ts';
export * from './model/passive.ts';
export * from './model/permissions.ts';
export * from './model/phase.ts';
export { bareKey, fill, fillDeep, keysIn, type Room, soleKey, textOf } from './model/placeholders.ts';
export type { Place } from './model/plan.ts';
export { currentPhase, findPlace, phaseOf, placeOf, taskOf, tasksIn, tasksOf } from './model/plan.ts';
export * from './model/release.ts';
export * from './model/status.ts';
export * from './model/task.ts';
export * from './model/task-types.ts';
export * from './model/variable.ts';
export { namedByPhase, namedByRelease, namedByTasks } from './plans/references.ts';
export { asStored } from './plans/stored.ts';
export { phasesNamed } from './restart/phase-versions.ts';
export type { Restart } from './restart/restart.ts';
export { type ScriptLanguage, scriptText } from './scripts/script-text.ts';
export type { CopyOrder } from './templates/copy-template.ts';
export * from './templates/templates.ts';
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
export { type Sharing, sharedVariable } from './variables/shared-variables.ts';
export { changedVariable, keyTaken, newKeyIn } from './variables/variable-parts.ts';
export { isUsed } from './variables/variable-uses.ts';
export { isEmpty, ownVariable, valueFor, valueToScripts } from './variables/variables.ts';
export { deduplicationValue } from './webhooks/deduplication.ts';
export { authenticationType, endpointProperties, endpointType, webhookPath } from './webhooks/endpoint.ts';
export { answerToEvent, type ConditionAnswer, isCondition } from './webhooks/event-answer.ts';
export { endpointNamed, isTransforming, withEndpointId } from './webhooks/event-source.ts';
export { awaitedSource } from './webhooks/event-wait.ts';
export { isSecretHeader, type Mask, maskOf } from './webhooks/masking.ts';
