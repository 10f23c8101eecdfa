import type { Metrics, Process } from '@slipway/runtime';
import { createRunnerClient, limitsWith, observedRunner, type RunnerClient } from '@slipway/scripts';
import { startOwnRunner } from './own-runner.ts';

/** Who runs scripts for this product, and when the first of them may be asked for. */
export interface Scripts {
  readonly scripts: RunnerClient;
  readonly begun: Promise<void>;
  /** where it listens now; null while it does not */
  readonly runnerUrl: () => string | null;
}

/** Asks the runner at `SCRIPT_RUNNER_URL`, or starts one of our own, which is not waited for. */
export async function startScripts({ config, logger, lifecycle }: Process, metrics: Metrics): Promise<Scripts> {
  const { scriptRunnerUrl: url, scriptRunnerSecret: secret } = config;
  if (url !== undefined && secret !== undefined) {
    const scripts = await lifecycle.start(
      'script runner client',
      () => observedRunner(createRunnerClient({ url, secret, limits: limitsWith(config.webhookScriptMs) }), metrics),
      (client) => client.stop(),
    );
    return { scripts, begun: Promise.resolve(), runnerUrl: () => url };
  }
  const own = await lifecycle.start(
    'script runner',
    () => startOwnRunner(config, logger),
    (runner) => runner.stop(),
  );
  const help = 'Whether the script runner of this product is running';
  metrics.gauge({ name: 'slipway_script_runner_up', help }, async () => (own.isUp() ? 1 : 0));
  return { scripts: observedRunner(own.scripts, metrics), begun: own.begun, runnerUrl: own.url };
}
