export { CannotStart } from './cannot-start.ts';
export { type Config, parseConfig, WrongConfig } from './config.ts';
export { createHealth, type Health, type Readiness } from './health.ts';
export { createLifecycle, type Lifecycle, Stopping, stopOnSignals } from './lifecycle.ts';
export { createLogger, type Logger } from './logger.ts';
export { type Process, runProcess } from './process.ts';
