export { showTime } from './flow/overdue-metrics.ts';
export { startScheduler } from './flow/scheduler.ts';
export { startScripting } from './scripting.ts';
export { whenReleased } from './timing/when-released.ts';
export { startUpkeep } from './upkeep/upkeep.ts';
