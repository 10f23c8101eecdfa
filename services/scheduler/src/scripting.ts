import type { Egress } from '@slipway/egress';
import type { OpenEngine } from '@slipway/engine';
import type { ActivePlugins } from '@slipway/plugins';
import type { Metrics, Process } from '@slipway/runtime';
import type { RunnerClient } from '@slipway/scripts';
import { type FollowedTypes, followedPlugins } from './plugins/automated-types.ts';
import { startScriptRuns } from './scripts/runs.ts';
import { startPolls } from './triggers/polls.ts';

/**
 * Follows which task types run by a script, and, where a runner is known, has the scripts run that releases wait for and
 * triggers poll by; without one these wait for a process that knows one. Answers the plugins as this process follows them.
 */
export async function startScripting(
  { config, logger, lifecycle }: Process,
  { engine, database, seal, queue }: OpenEngine,
  types: FollowedTypes,
  scripts: RunnerClient | undefined,
  egress: Egress,
  metrics: Pick<Metrics, 'gauge'>,
): Promise<ActivePlugins> {
  const plugins = followedPlugins(database);
  await plugins.current();
  await lifecycle.start(
    'plugins',
    () => types.follow(plugins, logger),
    (following) => following.stop(),
  );
  if (scripts === undefined) return plugins;
  const { typePrefix, apiVersion, oidc, ldap } = config;
  const outsideLogin = oidc !== undefined || ldap !== undefined;
  const told = { typePrefix, apiVersion, outsideLogin };
  const runs = await lifecycle.start(
    'scripts',
    () => startScriptRuns({ engine, database, seal, queue, scripts, egress, plugins, ...told, logger }),
    (runs) => runs.stop(),
  );
  const help = 'Scripts that wait for servers, and for short pauses';
  metrics.gauge({ name: 'slipway_script_runs_away', help }, async () => runs.away);
  await lifecycle.start(
    'polls',
    () => startPolls({ polls: engine.polls, database, seal, scripts, egress, plugins, logger }),
    (polls) => polls.stop(),
  );
  return plugins;
}
