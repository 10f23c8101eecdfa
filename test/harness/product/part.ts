import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type Running, run } from './server.ts';

/** A process of the product that does one part of it. */
export interface Part extends Running {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly address: string;
  /** Ends it as an operator would; answers its exit code. */
  stop(): Promise<number | null>;
}

type Kind = 'api' | 'scheduler' | 'script-runner';
type Environment = Readonly<Record<string, string>>;

/** Settings of a product that starts no script runner, for tests that run no script: two thirds of the cost of a start. */
export const noScriptRunner = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 's'.repeat(16) };

/** As tests seal their databases. */
const sealed = { SECRET_KEY: '0'.repeat(64) };

/** Begins a part, or `migrate`, and waits for nothing. */
export const beginPart = (kind: Kind | 'migrate', env: Environment): Running =>
  run({
    command: [process.execPath, ...memoryFlags, `services/${kind}/src/main.ts`],
    env: { ...sealed, LOG_LEVEL: 'info', ...env },
  });

/** Starts a part and waits until it runs; `begun` receives its process id before that. */
export async function startPart(kind: Kind, env: Environment, begun: (pid: number) => void = () => {}): Promise<Part> {
  const running = beginPart(kind, env);
  begun(running.pid);
  const said = new RegExp(`"address":"([^"]+)","msg":"the ${kind.replace('-', ' ')} is running"`);
  const [, address = ''] = await running.says(said);
  const stop = async () => {
    running.signal('SIGTERM');
    return await running.ended;
  };
  return { ...running, address, stop };
}

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
