export { verdictBody } from './approval.ts';
export {
  type ConditionBody,
  type ConditionResponse,
  conditionBody,
  conditionResponse,
  type DependencyResponse,
  dependencyResponse,
  showCondition,
  showDependency,
  targetOf,
} from './gate.ts';
