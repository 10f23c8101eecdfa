import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, type Logger, type Metrics, type Process, restartWithBackoff } from '@slipway/process';
import {
  createRunnerClient,
  limitsWith,
  observeRunner,
  type RunnerClient,
  RunnerUnavailable,
} from '@slipway/script-protocol';
import { type ScriptRunner, startRunnerClient } from '@slipway/startup';

/** A script runner in a separate process, which is restarted whenever it ends. */
export interface EmbeddedRunner {
  /** Calls the current process. Throws `RunnerUnavailable` if there is none. */
  readonly scripts: RunnerClient;
  /** settles when the first process listens, or has ended before */
  readonly ready: Promise<void>;
  isUp(): boolean;
  /** the address of the current process; null if there is none */
  url(): string | null;
  stop(): Promise<void>;
}

/** The settings of the product that also apply to the runner. */
type RunnerConfig = Pick<Config, 'logLevel' | 'webhookScriptMs' | 'scriptRunnerChildren'>;

/** The runner starts like this file: from the source, or from the JavaScript bundle. */
const entry = fileURLToPath(new URL(`../../../script-runner/src/main${extname(import.meta.url)}`, import.meta.url));
const inheritedFlags = /^--(?:max|heap|no-allocation)/;
const graceMs = 8_000;

/** Starts the runner with the variables that it needs only, and none of the product's secrets. */
function launch(secret: string, { logLevel, webhookScriptMs, scriptRunnerChildren }: RunnerConfig): ChildProcess {
  const { PATH = '' } = process.env;
  const ownVariables = {
    SCRIPT_RUNNER_SECRET: secret,
    WEBHOOK_SCRIPT_MS: String(webhookScriptMs),
    LOG_LEVEL: logLevel,
  };
  const children = { SCRIPT_RUNNER_CHILDREN: scriptRunnerChildren === undefined ? '' : String(scriptRunnerChildren) };
  const env = { PATH, HOST: '127.0.0.1', PORT: '0', ...ownVariables, ...children };
  // Its info messages are logged by the product.
  const quiet = logLevel === 'info' ? { LOG_LEVEL: 'warn' } : {};
  const flags = process.execArgv.filter((flag) => inheritedFlags.test(flag));
  return spawn(process.execPath, [...flags, entry], {
    // Signals of the terminal must reach the product only, which stops its parts in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, ...quiet },
  });
}

const addressIn = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'address' in message ? String(message.address) : '';

/** A client that delegates to that of the current process. */
const delegatingClient = (currentClient: () => RunnerClient): RunnerClient => ({
  run: async (request, signal) => await currentClient().run(request, signal),
  compile: async (language, script) => await currentClient().compile(language, script),
  compileAll: async (scripts, ms) => await currentClient().compileAll(scripts, ms),
  inspect: async (jarText) => await currentClient().inspect(jarText),
  stop: async () => undefined,
});

/** Starts a runner on a free port of this machine, with a random secret that it shares with this process only. */
export function startEmbeddedRunner(config: RunnerConfig, logger: Logger): EmbeddedRunner {
  const ready = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const limits = limitsWith(config.webhookScriptMs);
  let currentRunner: { readonly client: RunnerClient; readonly url: string } | null = null;
  let running: ChildProcess | null = null;

  /** Runs one process until its end. */
  async function runOnce(): Promise<void> {
    const secret = randomBytes(32).toString('hex');
    const child = launch(secret, config);
    running = child;
    child.once('message', (message) => {
      const url = addressIn(message);
      currentRunner = { url, client: createRunnerClient({ url, secret, limits }) };
      ready.resolve();
    });
    await once(child, 'exit').catch((error) => logger.warn({ error }, 'could not start the script runner'));
    running = null;
    const endedRunner = currentRunner;
    currentRunner = null;
    await endedRunner?.client.stop();
    ready.resolve();
  }

  const supervision = restartWithBackoff({
    run: runOnce,
    onRestart: (pauseMs) => logger.warn({ pauseMs }, 'the script runner ended; restarting it'),
    stop: stopping.signal,
  });
  const currentClient = (): RunnerClient => {
    if (currentRunner === null) throw new RunnerUnavailable('the script runner is being started again');
    return currentRunner.client;
  };
  return {
    scripts: delegatingClient(currentClient),
    ready: ready.promise,
    isUp: () => currentRunner !== null,
    url: () => currentRunner?.url ?? null,
    stop: async () => {
      stopping.abort();
      running?.kill();
      const killTimer = setTimeout(() => running?.kill('SIGKILL'), graceMs);
      await supervision;
      clearTimeout(killTimer);
    },
  };
}

/** The script runner of the product. */
export interface ProductRunner extends ScriptRunner {
  readonly scripts: RunnerClient;
  /** Settles when it listens, or has ended before. */
  readonly ready: Promise<void>;
}

/** Uses the runner at `SCRIPT_RUNNER_URL`, or starts an embedded one without waiting for it. */
export async function startScripts(product: Process, metrics: Metrics): Promise<ProductRunner> {
  const { config, logger, lifecycle } = product;
  const scripts = await startRunnerClient(product, metrics);
  if (scripts !== undefined)
    return { scripts, ready: Promise.resolve(), runnerUrl: () => config.scriptRunnerUrl ?? null };
  const embedded = await lifecycle.start(
    'script runner',
    () => startEmbeddedRunner(config, logger),
    (runner) => runner.stop(),
  );
  const help = '1 if the script runner of this process is running, otherwise 0';
  metrics.gauge({ name: 'slipway_script_runner_up', help }, async () => (embedded.isUp() ? 1 : 0));
  return { scripts: observeRunner(embedded.scripts, metrics), ready: embedded.ready, runnerUrl: embedded.url };
}
