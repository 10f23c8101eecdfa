export { CannotStart } from './cannot-start.ts';
export { type Config, parseConfig } from './config.ts';
export { createHealth, type Health, type Readiness } from './health.ts';
export type { Lifecycle } from './lifecycle.ts';
export { createLogger, type Logger } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { type Probes, startProbes } from './probes.ts';
export { type Process, runProcess } from './process.ts';
export { refusePort } from './refuse-port.ts';
