export { createAutomatedTypes, type FollowedTypes } from './automated-types.ts';
export { showTime } from './figures.ts';
export { type Scheduler, type SchedulerOptions, startScheduler } from './scheduler.ts';
export { startScripting } from './scripting.ts';
export { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep.ts';
