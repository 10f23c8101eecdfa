import type { Metrics, Process } from '@slipway/process';
import { createRunnerClient, limitsWith, observeRunner, type RunnerClient } from '@slipway/script-protocol';

/** The client of SCRIPT_RUNNER_URL; undefined without that setting: scripts then wait for another process. */
export async function startRunnerClient(
  { config, lifecycle }: Pick<Process, 'config' | 'lifecycle'>,
  metrics: Metrics,
): Promise<RunnerClient | undefined> {
  const { scriptRunnerUrl: url, scriptRunnerSecret: secret } = config;
  if (url === undefined || secret === undefined) return undefined;
  return await lifecycle.start(
    'script runner client',
    () => observeRunner(createRunnerClient({ url, secret, limits: limitsWith(config.webhookScriptMs) }), metrics),
    (client) => client.stop(),
  );
}
