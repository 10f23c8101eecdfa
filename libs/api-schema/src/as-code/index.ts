export { parseAs } from './parse-as.ts';
export { type CodePlanResponse, planResponse, showChanges, showPlan } from './report.ts';
