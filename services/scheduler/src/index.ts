export { registerOverdueMetrics } from './flow/overdue-metrics.ts';
export { startScheduler } from './flow/scheduler.ts';
export { startScripting } from './scripting.ts';
export { startPausableScheduling } from './timing/when-released.ts';
export { startMaintenance } from './upkeep/upkeep.ts';
