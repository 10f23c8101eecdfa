import { createLifecycle, createLogger, parseConfig } from '@slipway/process';
import { startProduct } from '@slipway/standalone';
import { cleanEnv } from './run-process.ts';
import { sharedRunnerEnv } from './service-process.ts';

/** The product in the process of the tests, with the same parts as `npm start`. */
export interface InProcessServer {
  /** For instance `http://127.0.0.1:40123`, with the context root if there is one. */
  readonly url: string;
  /** All log lines and terminal lines so far. */
  output(): string;
  /** Stops all parts in order; returns the exit code that a process of its own would have. */
  stop(): Promise<number>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the product in this process, on a free port. `env` must name a database. A start takes about a tenth of the time of
 * a process of its own, because the modules are loaded and the script runner is shared. Waits for `beforePart` before each part
 * of the lifecycle. Throws `StartupError`.
 */
export async function startInProcess(
  env: Environment,
  beforePart: (name: string) => Promise<void> = async () => {},
): Promise<InProcessServer> {
  const config = parseConfig({ ...cleanEnv(), ...(await sharedRunnerEnv(env)), ...env });
  let output = '';
  const write = (text: string): void => {
    output += text;
  };
  const logger = createLogger(config, { write });
  const exited = Promise.withResolvers<number>();
  const limits = { drainMs: 1_000 * config.drainSeconds, deadlineMs: 1_000 * config.stopSeconds };
  const ownLifecycle = createLifecycle({ logger, ...limits, exit: exited.resolve });
  const lifecycle: typeof ownLifecycle = {
    ...ownLifecycle,
    start: async (name, begin, end) => {
      await beforePart(name);
      return await ownLifecycle.start(name, begin, end);
    },
    get stopping() {
      return ownLifecycle.stopping;
    },
  };
  const stop = async (): Promise<number> => {
    await lifecycle.stop();
    return await exited.promise;
  };
  try {
    const terminal = { print: (line: string) => write(`${line}\n`), onServing: () => {} };
    const url = await startProduct({ config, logger, lifecycle }, terminal);
    return { url, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
