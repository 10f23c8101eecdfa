import { createLifecycle, createLogger, parseConfig } from '@slipway/runtime';
import { startProduct } from '@slipway/standalone';
import { type Part, startPart } from './part.ts';
import { cleanEnv } from './server.ts';

/** The product in the process of the tests: the same parts as `npm start` starts, without a process of its own. */
export interface InProcess {
  /** For instance `http://127.0.0.1:40123`, with the context root if there is one. */
  readonly url: string;
  /** All log lines and terminal lines so far. */
  output(): string;
  /** Stops all parts in order; returns the exit code that a process of its own would have. */
  stop(): Promise<number>;
}

type Environment = Readonly<Record<string, string>>;

const secret = '0123456789abcdef';
/** Settings that a script runner has, too: a product with one of these starts a runner of its own. */
const ofRunner = ['WEBHOOK_SCRIPT_MS', 'SCRIPT_RUNNER_CHILDREN', 'SCRIPT_RUNNER_URL'];
let runner: Promise<Part> | undefined;

/**
 * Returns the settings that let a product with this environment use the script runner of all files of this process, or no
 * settings when the product needs a runner of its own. The runner ends with this process.
 */
export async function sharedRunner(env: Environment = {}): Promise<Environment> {
  if (ofRunner.some((name) => name in env)) return {};
  runner ??= startPart('script-runner', { SCRIPT_RUNNER_SECRET: secret });
  const { address } = await runner;
  return { SCRIPT_RUNNER_URL: address, SCRIPT_RUNNER_SECRET: secret };
}

/**
 * Starts the product in this process, on a free port. `env` must name a database. A start takes about a tenth of the time of
 * a process of its own, because the modules are loaded and the script runner is shared. Throws `CannotStart`.
 */
export async function startInProcess(env: Environment): Promise<InProcess> {
  const config = parseConfig({ ...cleanEnv(), ...(await sharedRunner(env)), ...env });
  let output = '';
  const write = (text: string): void => {
    output += text;
  };
  const logger = createLogger(config, { write });
  const exited = Promise.withResolvers<number>();
  const times = { drainMs: 1_000 * config.drainSeconds, deadlineMs: 1_000 * config.stopSeconds };
  const lifecycle = createLifecycle({ logger, ...times, exit: exited.resolve });
  const stop = async (): Promise<number> => {
    await lifecycle.stop();
    return await exited.promise;
  };
  try {
    const terminal = { say: (line: string) => write(`${line}\n`), serves: () => {} };
    const url = await startProduct({ config, logger, lifecycle }, terminal);
    return { url, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
