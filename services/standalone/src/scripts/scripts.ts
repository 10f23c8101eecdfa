import { startRunnerClient } from '@slipway/bootstrap';
import type { Metrics, Process } from '@slipway/runtime';
import { observedRunner, type RunnerClient } from '@slipway/scripts';
import { startOwnRunner } from './own-runner.ts';

/** The script runner of this product, and the time from which it is available. */
export interface Scripts {
  readonly scripts: RunnerClient;
  readonly begun: Promise<void>;
  /** where it listens now; null while it does not */
  readonly runnerUrl: () => string | null;
}

/** Uses the runner at `SCRIPT_RUNNER_URL`, or starts an own one, without waiting for it. */
export async function startScripts(process: Process, metrics: Metrics): Promise<Scripts> {
  const { config, logger, lifecycle } = process;
  const scripts = await startRunnerClient(process, metrics);
  if (scripts !== undefined)
    return { scripts, begun: Promise.resolve(), runnerUrl: () => config.scriptRunnerUrl ?? null };
  const own = await lifecycle.start(
    'script runner',
    () => startOwnRunner(config, logger),
    (runner) => runner.stop(),
  );
  const help = '1 if the script runner of this process is running, otherwise 0';
  metrics.gauge({ name: 'slipway_script_runner_up', help }, async () => (own.isUp() ? 1 : 0));
  return { scripts: observedRunner(own.scripts, metrics), begun: own.begun, runnerUrl: own.url };
}
