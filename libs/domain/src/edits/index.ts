export { planChanges } from './plan-changes.ts';
export type {
  RequestedCondition,
  RequestedPhase,
  RequestedPlan,
  RequestedTask,
  StoredPassives,
} from './requested-plan.ts';
