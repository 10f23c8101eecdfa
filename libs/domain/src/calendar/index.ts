export { type BlackoutPlan, nextBoundary, noBlackoutPlan, planBlackouts } from './blackout-plan.ts';
export { dueOfTask } from './overdue.ts';
export { firstFreeStart } from './start-delays.ts';
