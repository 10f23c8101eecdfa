export { registerOverdueMetrics } from './flow/overdue-metrics.ts';
export { startScheduler } from './flow/scheduler.ts';
export { startMaintenance } from './maintenance/maintenance.ts';
export { startFanOut } from './notifications/fan-out.ts';
export { startPausableScheduling } from './pause/pausable-scheduling.ts';
export { startScripting } from './scripting.ts';
