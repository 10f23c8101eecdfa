import { type AutomatedTypes, noAutomatedTypes } from '@slipway/domain';
import { type Database, pluginContents, pluginsVersion } from '@slipway/persistence';
import { type ActivePlugins, activePlugins, automatedTypes, type PluginTypes } from '@slipway/plugins';
import { type Logger, type Process, type Repeating, repeat } from '@slipway/runtime';

/** The task types of plugins that run a script, as cached in this process. */
export interface FollowedTypes {
  current(): AutomatedTypes;
  /** Follows what these plugins are known to be, from now on, and has them look each second. */
  follow(plugins: ActivePlugins, logger: Logger): Repeating;
}

/** The plugins that are installed in a database, as this process follows them. */
export const followedPlugins = (database: Database): ActivePlugins =>
  activePlugins({ version: () => pluginsVersion(database), contents: () => pluginContents(database) });

/** Begins with none, since an engine is there before its database is read. */
export function createAutomatedTypes(): FollowedTypes {
  let followed: ActivePlugins | null = null;
  let seen: PluginTypes | null = null;
  let types: AutomatedTypes = noAutomatedTypes;
  return {
    current: () => {
      const known = followed?.known() ?? null;
      if (known !== null && known !== seen) {
        seen = known;
        types = automatedTypes(known);
      }
      return types;
    },
    follow: (plugins, logger) => {
      followed = plugins;
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
  types: FollowedTypes,
): Promise<ActivePlugins> {
  const plugins = followedPlugins(database);
  await plugins.current();
  await lifecycle.start(
    'plugins',
    () => types.follow(plugins, logger),
    (following) => following.stop(),
  );
  return plugins;
}
