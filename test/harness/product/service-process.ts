import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type RunningProcess, run } from './run-process.ts';

/** A process of the product that does one part of it. */
export interface ServiceProcess extends RunningProcess {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly address: string;
  /** Ends it as an operator would; answers its exit code. */
  stop(): Promise<number | null>;
}

type ServiceName = 'api' | 'scheduler' | 'script-runner';
type Environment = Readonly<Record<string, string>>;

/** Settings of a product that starts no script runner, for tests that run no script: two thirds of the cost of a start. */
export const noScriptRunnerEnv = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 's'.repeat(16) };

/** As tests seal their databases. */
const secretKeyEnv = { SECRET_KEY: '0'.repeat(64) };

/** Begins a part, or `migrate`, and waits for nothing. */
export const spawnService = (kind: ServiceName | 'migrate', env: Environment): RunningProcess =>
  run({
    command: [process.execPath, ...memoryFlags, `services/${kind}/src/main.ts`],
    env: { ...secretKeyEnv, LOG_LEVEL: 'info', ...env },
  });

/** Starts a part and waits until it runs; `begun` receives its process id before that. */
export async function startService(
  kind: ServiceName,
  env: Environment,
  onSpawn: (pid: number) => void = () => {},
): Promise<ServiceProcess> {
  const spawned = spawnService(kind, env);
  onSpawn(spawned.pid);
  const startMessage = new RegExp(`"address":"([^"]+)","msg":"the ${kind.replace('-', ' ')} is running"`);
  const [, address = ''] = await spawned.waitForOutput(startMessage);
  const stop = async () => {
    spawned.signal('SIGTERM');
    return await spawned.ended;
  };
  return { ...spawned, address, stop };
}

const secret = '0123456789abcdef';
/** Settings that a script runner has, too: a product with one of these starts a runner of its own. */
const runnerSettings = ['WEBHOOK_SCRIPT_MS', 'SCRIPT_RUNNER_CHILDREN', 'SCRIPT_RUNNER_URL'];
let runner: Promise<ServiceProcess> | undefined;

/**
 * Returns the settings that let a product with this environment use the script runner of all files of this process, or no
 * settings when the product needs a runner of its own. The runner ends with this process.
 */
export async function sharedRunnerEnv(env: Environment = {}): Promise<Environment> {
  if (runnerSettings.some((name) => name in env)) return {};
  runner ??= startService('script-runner', { SCRIPT_RUNNER_SECRET: secret });
  const { address } = await runner;
  return { SCRIPT_RUNNER_URL: address, SCRIPT_RUNNER_SECRET: secret };
}
