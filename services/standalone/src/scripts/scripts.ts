import type { Metrics, Process } from '@slipway/process';
import { observeRunner, type RunnerClient } from '@slipway/script-protocol';
import { startRunnerClient } from '@slipway/startup';
import { startEmbeddedRunner } from './embedded-runner.ts';

/** The script runner of this product, and the time from which it is available. */
export interface Scripts {
  readonly scripts: RunnerClient;
  readonly ready: Promise<void>;
  /** where it listens now; null while it does not */
  readonly runnerUrl: () => string | null;
}

/** Uses the runner at `SCRIPT_RUNNER_URL`, or starts an own one, without waiting for it. */
export async function startScripts(process: Process, metrics: Metrics): Promise<Scripts> {
  const { config, logger, lifecycle } = process;
  const scripts = await startRunnerClient(process, metrics);
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
