export { changesChildren, changesTasks, planFromPhase, planFromTask } from './requested-children.ts';
export { changesParts, type RenderedPlan, requestedParts } from './requested-plan.ts';
