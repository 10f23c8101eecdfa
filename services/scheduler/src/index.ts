export { showTime } from './figures.ts';
export { type Scheduler, type SchedulerOptions, startScheduler } from './scheduler.ts';
export { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep.ts';
