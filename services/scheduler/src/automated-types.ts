import { scriptTypes } from '@slipway/domain';
import { type Database, pluginContents, pluginsVersion } from '@slipway/persistence';
import { type ActivePlugins, activePlugins, automatedTypes, type PluginTypes } from '@slipway/plugins';
import type { Logger } from '@slipway/runtime';
import { type Repeating, repeat } from './repeat.ts';

/** Which task types run by a script, as this process knows it. */
export interface AutomatedTypes {
  current(): ReadonlySet<string>;
  /** Follows what is installed in a database, with a look each second. */
  follow(plugins: ActivePlugins, logger: Logger): Repeating;
}

/** The plugins that are installed in a database, as this process follows them. */
export const followedPlugins = (database: Database): ActivePlugins =>
  activePlugins({ version: () => pluginsVersion(database), contents: () => pluginContents(database) });

/** Begins with the types that are built in, since an engine is there before its database is read. */
export function createAutomatedTypes(): AutomatedTypes {
  let seen: PluginTypes | null = null;
  let types = scriptTypes;
  return {
    current: () => types,
    follow: (plugins, logger) => {
      const look = async (): Promise<void> => {
        const installed = await plugins.current();
        if (installed === seen) return;
        seen = installed;
        types = new Set([...scriptTypes, ...automatedTypes(installed)]);
      };
      return repeat(1_000, look, (error) =>
        logger.warn({ error }, 'the installed plugins could not be read and will be read again'),
      );
    },
  };
}
