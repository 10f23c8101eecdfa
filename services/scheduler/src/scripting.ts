import { templatesAt } from '@slipway/application/files';
import type { OpenEngine } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import { countContainerJobs } from '@slipway/persistence/containers';
import type { ActivePlugins } from '@slipway/plugins';
import type { Metrics, Process } from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';
import { type AutomatedTypeFollower, startPlugins } from '@slipway/startup';
import { startRemovals } from './containers/remove-containers.ts';
import type { DueWatch } from './due/due-watch.ts';
import { startPausableScheduling } from './pause/pausable-scheduling.ts';
import { type ScriptRuns, startScriptRuns } from './scripts/runs.ts';
import { startPolls } from './triggers/polls.ts';

/**
 * Tracks the task types that run a script. With a script runner, runs the scripts of releases and the polls of
 * triggers. Without one, these wait for another process. Returns the plugins, which this process keeps current.
 */
export async function startScripting(
  process: Process,
  { engine, database, seal, queue }: OpenEngine,
  types: AutomatedTypeFollower,
  scripts: RunnerClient | undefined,
  egress: Egress,
  metrics: Pick<Metrics, 'gauge' | 'gauges'>,
  due: DueWatch,
): Promise<ActivePlugins> {
  const { config, logger, lifecycle } = process;
  const plugins = await startPlugins(process, database, types);
  if (scripts === undefined) return plugins;
  const { typePrefix, apiVersion, oidc, ldap, publicUrl, contextRoot } = config;
  const outsideLogin = oidc !== undefined || ldap !== undefined;
  const settings = { typePrefix, apiVersion, outsideLogin, templatesAt: templatesAt(publicUrl ?? contextRoot) };
  const containers = { cluster: config.containerCluster, releaseUrl: publicUrl };
  const shared = { engine, database, seal, scripts, egress, plugins, logger, containers };
  let runs: ScriptRuns | null = null;
  const help = 'Suspended scripts, which wait for servers or short pauses';
  metrics.gauge({ name: 'slipway_scripts_suspended', help }, async () => runs?.suspended ?? 0);
  const jobs = { name: 'slipway_container_jobs', help: 'Container jobs that are not deleted yet', label: 'state' };
  metrics.gauges(jobs, () => countContainerJobs(database));
  await startPausableScheduling({ lifecycle, logger }, { database, queue }, async (queue) => {
    runs = startScriptRuns({ ...shared, ...settings, queue });
    const polls = startPolls({ ...shared, polls: engine.polls, repeat: due.repeatFor('triggers') });
    return [runs, polls, startRemovals(shared, undefined, due.repeatFor('containers'))];
  });
  return plugins;
}
