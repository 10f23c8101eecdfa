import { type Config, InvalidConfig, parseConfig } from './config.ts';
import { createLifecycle, type Lifecycle, ProcessStopping, StartupError, stopOnSignals } from './lifecycle.ts';
import { createLogger, type Logger } from './logger.ts';

/** The common parts of all processes. */
export interface Process {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** Values of unset environment variables, for a process with other defaults. */
type Defaults = Readonly<Record<string, string>>;

const printError = (message: string) => process.stderr.write(`slipway: ${message}\n`);

function readConfig(defaults: Defaults): Config {
  const setVariables = Object.entries(process.env).filter(([, value]) => value !== '');
  try {
    return parseConfig({ ...defaults, ...Object.fromEntries(setVariables) });
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    error.message.split('\n').forEach(printError);
    process.exit(1);
  }
}

/**
 * Runs this process: reads the environment, starts its parts, and stops them in order on a signal. A `StartupError` is
 * printed as one message; any other error is a fault of the product, and logged in full.
 */
export async function runProcess(start: (process: Process) => Promise<void>, defaults: Defaults = {}): Promise<void> {
  const config = readConfig(defaults);
  const logger = createLogger(config);
  const times = { drainMs: 1_000 * config.drainSeconds, deadlineMs: 1_000 * config.stopSeconds };
  const lifecycle = createLifecycle({ logger, ...times, exit: (code) => process.exit(code) });
  stopOnSignals(lifecycle, logger);
  // The process ends with the parent that started it over a channel.
  process.once('disconnect', () => void lifecycle.stop());
  try {
    await start({ config, logger, lifecycle });
  } catch (error) {
    if (error instanceof ProcessStopping) return;
    if (error instanceof StartupError) printError(error.message);
    else logger.error({ error }, 'the start failed');
    await lifecycle.stop(1);
  }
}
