export { phasesWithTitle } from './phase-versions.ts';
export type { RestartOptions } from './restart.ts';
