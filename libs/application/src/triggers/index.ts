export { createTrigger, runTrigger, updateTrigger } from './change.ts';
export { faultsToEnable, requireNoFaults, triggersWithWarnings } from './faults.ts';
export {
  type Changeable,
  changeable,
  permissionToChange as toChangeTrigger,
  releaseTargetsOf,
  requireReleaseTargets,
  visibleTriggers,
} from './permissions.ts';
export { renderTriggerContext } from './trigger-context.ts';
export { fullTriggerIds, getTrigger, renderTrigger, renderTriggers } from './triggers.ts';
