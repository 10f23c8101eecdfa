import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config, Logger } from '@slipway/runtime';
import { createRunnerClient, limitsWith, RunnerAway, type RunnerClient } from '@slipway/scripts';

/** A script runner in a process of its own, which is started again whenever it ends. */
export interface OwnRunner {
  /** Calls the present process; throws `RunnerAway` without one. */
  readonly scripts: RunnerClient;
  /** settles when the first process listens, or has ended without */
  readonly begun: Promise<void>;
  isUp(): boolean;
  /** where the process that runs now listens; null while there is none */
  url(): string | null;
  stop(): Promise<void>;
}

/** What is chosen for all processes, and holds for this one, too. */
type Chosen = Pick<Config, 'logLevel' | 'webhookScriptMs' | 'scriptRunnerChildren'>;

/** The runner is run as this file is: from its source, or from its bundle as JavaScript. */
const entry = fileURLToPath(new URL(`../../../script-runner/src/main${extname(import.meta.url)}`, import.meta.url));
const inherited = /^--(?:max|heap|enable-source-maps)/;
const firstPauseMs = 200;
const longestPauseMs = 10_000;
/** A runner that lived so long ended for another reason than the one before it. */
const steadyMs = 30_000;
const graceMs = 8_000;

/** It is given what it needs to listen and to find its programs, and nothing of ours. */
function launch(secret: string, { logLevel, webhookScriptMs, scriptRunnerChildren }: Chosen): ChildProcess {
  const { PATH = '' } = process.env;
  const own = { SCRIPT_RUNNER_SECRET: secret, WEBHOOK_SCRIPT_MS: String(webhookScriptMs), LOG_LEVEL: logLevel };
  const children = { SCRIPT_RUNNER_CHILDREN: scriptRunnerChildren === undefined ? '' : String(scriptRunnerChildren) };
  const env = { PATH, HOST: '127.0.0.1', PORT: '0', ...own, ...children };
  // Its info messages are logged by the product.
  const quiet = logLevel === 'info' ? { LOG_LEVEL: 'warn' } : {};
  const flags = process.execArgv.filter((flag) => inherited.test(flag));
  return spawn(process.execPath, [...flags, entry], {
    // Signals of the terminal are for the product, which stops its parts in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, ...quiet },
  });
}

const addressIn = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'address' in message ? String(message.address) : '';

/** A client for the present runner, which is stopped with its process. */
const clientBy = (ask: () => RunnerClient): RunnerClient => ({
  run: async (request, signal) => await ask().run(request, signal),
  compile: async (language, script) => await ask().compile(language, script),
  compileAll: async (scripts, ms) => await ask().compileAll(scripts, ms),
  inspect: async (given) => await ask().inspect(given),
  stop: async () => undefined,
});

/** Starts a runner on a free port of this machine, with a secret that only it and we know. */
export function startOwnRunner(config: Chosen, logger: Logger): OwnRunner {
  const begun = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const limits = limitsWith(config.webhookScriptMs);
  let known: { readonly client: RunnerClient; readonly url: string } | null = null;
  let running: ChildProcess | null = null;

  /** One process from its start to its end. */
  async function live(): Promise<void> {
    const secret = randomBytes(32).toString('hex');
    const child = launch(secret, config);
    running = child;
    child.once('message', (message) => {
      const url = addressIn(message);
      known = { url, client: createRunnerClient({ url, secret, limits }) };
      begun.resolve();
    });
    await once(child, 'exit').catch((error) => logger.warn({ error }, 'the script runner cannot be started'));
    running = null;
    const gone = known;
    known = null;
    await gone?.client.stop();
    begun.resolve();
  }

  const ended = keepAlive(live, stopping.signal, logger);
  const ask = (): RunnerClient => {
    if (known === null) throw new RunnerAway('the script runner is being started again');
    return known.client;
  };
  return {
    scripts: clientBy(ask),
    begun: begun.promise,
    isUp: () => known !== null,
    url: () => known?.url ?? null,
    stop: async () => {
      stopping.abort();
      running?.kill();
      const cut = setTimeout(() => running?.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(cut);
    },
  };
}

/** Begins again whenever `live` is over, each time later while it keeps ending soon. */
async function keepAlive(live: () => Promise<void>, stop: AbortSignal, logger: Logger): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!stop.aborted) {
    const began = performance.now();
    await live();
    if (stop.aborted) return;
    if (performance.now() - began > steadyMs) pauseMs = firstPauseMs;
    logger.warn({ pauseMs }, 'the script runner has ended and is started again');
    await pause(pauseMs, stop);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
