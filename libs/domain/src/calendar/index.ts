export { type BlackoutPlan, nextBoundary, noBlackoutPlan, planBlackouts } from './blackout-plan.ts';
export { formatTime, instantOf, isTimeZone, localDayOf } from './local-time.ts';
export { dueOfTask } from './overdue.ts';
export { firstFreeStart } from './start-delays.ts';
