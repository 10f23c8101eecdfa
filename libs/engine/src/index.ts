export { Overloaded, Repeated } from '@slipway/persistence';
export type { DispatchResult } from './commands/dispatch-result.ts';
export { sealCommand } from './commands/prepare-command.ts';
export { Outdated, type Terms } from './commands/request-terms.ts';
export { configurationPurpose, openedSecrets } from './configurations/secrets.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export { type CrashLabel, crashLabels } from './environment/crash-point.ts';
export { newId } from './environment/ids.ts';
export type { InputKind, Observer, WakeSource } from './environment/observer.ts';
export type { SweepResult } from './flow/sweep.ts';
export { type Consistency, checkConsistency, findingKinds } from './insight/consistency.ts';
export { explain } from './insight/explain.ts';
export { type OpenEngine, openEngine } from './open-engine.ts';
export { adminName, callerFor } from './people/caller.ts';
export { addSamples } from './samples/add-samples.ts';
export {
  addTrigger,
  changeTrigger,
  removeTrigger,
  switchTriggers,
  type TriggerDraft,
} from './triggers/change-trigger.ts';
export type { FiredCounts } from './triggers/fire-due.ts';
export { type Foreseen, foresee, timetableOf } from './triggers/timetable.ts';
export { writtenIn } from './triggers/zones.ts';
export { abortStale } from './upkeep/abort-stale.ts';
export { putAway } from './upkeep/put-away.ts';
export { addShared, type Sharer, updateShared } from './variables/shared-variables.ts';
export type { EventScripts } from './webhooks/delivery-context.ts';
export { deliveryBatchSize } from './webhooks/process-deliveries.ts';
