export { createTrigger, runTrigger, updateTrigger } from './change.ts';
export { faultsToEnable, requireNoFaults, triggersWithWarnings } from './faults.ts';
export {
  type Changeable,
  changeable,
  permissionToChange as toChangeTrigger,
  releaseTargetsOf,
  renderTriggerContext,
  requireReleaseTargets,
  visibleTriggers,
} from './permissions.ts';
export { fullTriggerIds, getTrigger, renderTrigger, renderTriggers } from './triggers.ts';
