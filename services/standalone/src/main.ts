// What `npm start` runs: the whole product in one process, on a PostgreSQL of its own unless DATABASE_URL names one.
import {
  type Config,
  createLifecycle,
  createLogger,
  type Logger,
  parseConfig,
  Stopping,
  stopOnSignals,
  WrongConfig,
} from '@slipway/runtime';
import { CannotStart } from './cannot-start.ts';
import { startProduct } from './product.ts';

/** Shorter than the 30 s that a container is usually given. */
const DEADLINE_MS = 20_000;

const complain = (sentence: string) => process.stderr.write(`slipway: ${sentence}\n`);

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error;
    error.message.split('\n').forEach(complain);
    process.exit(1);
  }
}

/** A start that the person can mend is answered in one sentence; any other is our own fault, and logged whole. */
function explain(error: unknown, logger: Logger): void {
  if (error instanceof CannotStart) complain(error.message);
  else logger.error({ error }, 'the start failed');
}

const config = readConfig();
const logger = createLogger(config);
const lifecycle = createLifecycle({ logger, deadlineMs: DEADLINE_MS, exit: (code) => process.exit(code) });
stopOnSignals(lifecycle, logger);
try {
  await startProduct({ config, logger, lifecycle });
} catch (error) {
  if (!(error instanceof Stopping)) {
    explain(error, logger);
    await lifecycle.stop(1);
  }
}
