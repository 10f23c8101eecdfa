export { showTime } from './flow/overdue-metrics.ts';
export { startScheduler } from './flow/scheduler.ts';
export { createAutomatedTypes, type FollowedTypes } from './plugins/automated-types.ts';
export { startScripting } from './scripting.ts';
export { startEgress } from './scripts/start-egress.ts';
export { startUpkeep } from './upkeep/upkeep.ts';
