export {
  changesChildren,
  changesParts,
  changesTasks,
  planFromPhase,
  planFromTask,
  type RenderedPlan,
  requestedParts,
} from './requested-plan.ts';
