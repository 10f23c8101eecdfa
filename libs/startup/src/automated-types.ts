import { type AutomatedTypes, noAutomatedTypes } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { readPluginContents, readPluginsVersion } from '@slipway/persistence/plugins';
import { type ActivePlugins, automatedTypes, type PluginTypes, trackActivePlugins } from '@slipway/plugins';
import { type Logger, type Process, type RepeatedTask, repeat } from '@slipway/process';

/** The task types of plugins that run a script, as cached in this process. */
export interface AutomatedTypeFollower {
  current(): AutomatedTypes;
  /** Follows what these plugins are known to be, from now on, and has them look each second. */
  follow(plugins: ActivePlugins, logger: Logger): RepeatedTask;
}

/** The plugins that are installed in a database, as this process follows them. */
export const openActivePlugins = (database: Database): ActivePlugins =>
  trackActivePlugins({ version: () => readPluginsVersion(database), contents: () => readPluginContents(database) });

/** Begins with none, since an engine is there before its database is read. */
export function createAutomatedTypes(): AutomatedTypeFollower {
  let source: ActivePlugins | null = null;
  let lastTypes: PluginTypes | null = null;
  let types: AutomatedTypes = noAutomatedTypes;
  return {
    current: () => {
      const pluginTypes = source?.cached() ?? null;
      if (pluginTypes !== null && pluginTypes !== lastTypes) {
        lastTypes = pluginTypes;
        types = automatedTypes(pluginTypes);
      }
      return types;
    },
    follow: (plugins, logger) => {
      source = plugins;
      return repeat(1_000, plugins.current, (error) =>
        logger.warn({ error }, 'the installed plugins could not be read and will be read again'),
      );
    },
  };
}

/** Follows the plugins of a database, and with them the task types that run by a script, for as long as the process lives. */
export async function startPlugins(
  { logger, lifecycle }: Pick<Process, 'logger' | 'lifecycle'>,
  database: Database,
  types: AutomatedTypeFollower,
): Promise<ActivePlugins> {
  const plugins = openActivePlugins(database);
  await plugins.current();
  await lifecycle.start(
    'plugins',
    () => types.follow(plugins, logger),
    (follower) => follower.stop(),
  );
  return plugins;
}
