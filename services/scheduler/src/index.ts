export { showTime } from './flow/overdue-metrics.ts';
export { type Scheduler, type SchedulerOptions, startScheduler } from './flow/scheduler.ts';
export { createAutomatedTypes, type FollowedTypes } from './plugins/automated-types.ts';
export { startScripting } from './scripts/scripting.ts';
export { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep/upkeep.ts';
