import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type RunningProcess, run } from './run-process.ts';

/** A process of one service of the product. */
export interface ServiceProcess extends RunningProcess {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly address: string;
  /** Stops it with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
}

type ServiceName = 'api' | 'scheduler' | 'script-runner';
type Environment = Readonly<Record<string, string>>;

/**
 * Settings of a product without a script runner, for tests that run no script. This saves two thirds of the start
 * time.
 */
export const noScriptRunnerEnv = { SCRIPT_RUNNER_URL: 'http://127.0.0.1:9', SCRIPT_RUNNER_SECRET: 's'.repeat(16) };

/** The secret key of test databases. */
const secretKeyEnv = { SECRET_KEY: '0'.repeat(64) };

/** Starts a service or `migrate` without waiting for it. */
export const spawnService = (kind: ServiceName | 'migrate', env: Environment): RunningProcess =>
  run({
    command: [process.execPath, ...memoryFlags, `services/${kind}/src/main.ts`],
    env: { ...secretKeyEnv, LOG_LEVEL: 'info', ...env },
  });

/** Starts a service and waits until it runs. `onSpawn` receives the process id before that. */
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
/** Settings of the script runner: a product with one of these starts its own runner. */
const runnerSettings = ['WEBHOOK_SCRIPT_MS', 'SCRIPT_RUNNER_CHILDREN', 'SCRIPT_RUNNER_URL'];
let runner: Promise<ServiceProcess> | undefined;

/**
 * Returns the settings with which a product uses the script runner that all files of this process share, or no
 * settings if `env` needs its own runner. The runner ends with this process.
 */
export async function sharedRunnerEnv(env: Environment = {}): Promise<Environment> {
  if (runnerSettings.some((name) => name in env)) return {};
  runner ??= startService('script-runner', { SCRIPT_RUNNER_SECRET: secret });
  const { address } = await runner;
  return { SCRIPT_RUNNER_URL: address, SCRIPT_RUNNER_SECRET: secret };
}
