import type { AutomatedTypes } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { readPluginContents, readPluginsVersion } from '@slipway/persistence/plugins';
import {
  type ActivePlugins,
  type AutomationSettings,
  automatedTypes,
  type PluginTypes,
  reloadIntegrations,
  trackActivePlugins,
} from '@slipway/plugins';
import { type Logger, type Process, type RepeatedTask, repeat } from '@slipway/process';

/** The task types of plugins that run a script, as cached in this process, and what notification tasks do. */
export interface AutomatedTypeFollower {
  current(): AutomatedTypes;
  /** Uses the types of these plugins from now on, and reloads the plugins each second. */
  follow(plugins: ActivePlugins, logger: Logger): RepeatedTask;
}

/** Returns the installed plugins of a database, as tracked by this process. */
export const openActivePlugins = (database: Database): ActivePlugins =>
  trackActivePlugins({ version: () => readPluginsVersion(database), contents: () => readPluginContents(database) });

/** Starts without types, because the engine is created before the plugins are read. */
export function createAutomatedTypes(
  settings: AutomationSettings = { mailMode: 'manual', containerTasks: false },
): AutomatedTypeFollower {
  let source: ActivePlugins | null = null;
  let lastTypes: PluginTypes | null = null;
  let types: AutomatedTypes = { has: () => false, mail: settings.mailMode };
  return {
    current: () => {
      const pluginTypes = source?.cached() ?? null;
      if (pluginTypes !== null && pluginTypes !== lastTypes) {
        lastTypes = pluginTypes;
        types = automatedTypes(pluginTypes, settings);
      }
      return types;
    },
    follow: (plugins, logger) => {
      source = plugins;
      return repeat(1_000, plugins.current, (error) =>
        logger.warn({ error }, 'could not read the installed plugins; retrying'),
      );
    },
  };
}

/** The message of `npm run dev` after a change of an integration. */
export const integrationsChanged = 'integrations changed';

/** Tracks the plugins of a database and their automated task types until the process ends. */
export async function startPlugins(
  { logger, lifecycle }: Pick<Process, 'logger' | 'lifecycle'>,
  database: Database,
  types: AutomatedTypeFollower,
): Promise<ActivePlugins> {
  const plugins = openActivePlugins(database);
  await plugins.current();
  const receive = (text: unknown): void => {
    if (text === integrationsChanged)
      void reloadIntegrations().catch((error: unknown) => logger.warn({ error }, 'could not reload the integrations'));
  };
  await lifecycle.start(
    'plugins',
    () => {
      process.on('message', receive);
      return types.follow(plugins, logger);
    },
    (follower) => {
      process.off('message', receive);
      return follower.stop();
    },
  );
  return plugins;
}
