import { plugin } from '../definitions/type-definition.ts';
import type { JarModules } from './jar-modules.ts';
import { modulesFrom, type PluginType, typesFrom } from './types-from.ts';

/** The types of the installed plugins, by name. */
export type PluginTypes = ReadonlyMap<string, PluginType>;

/** Where plugins are installed for all processes. */
export interface Installed {
  /** another number after every change */
  version(): Promise<number>;
  /** all of them at one moment, as they were given to be kept */
  contents(): Promise<{ readonly version: number; readonly contents: readonly unknown[] }>;
}

/** The plugins of a process, which follow what is installed without a restart. */
export interface ActivePlugins {
  /** The types as they are now: costs one small statement, and reads the plugins only when they have changed. */
  current(): Promise<PluginTypes>;
  /** The cached types; none before the first request. */
  known(): PluginTypes;
  /** The modules of all jars, by the plugins' names, as they are now; costs what `current` does. */
  modules(): Promise<readonly JarModules[]>;
}

/** Follows the installed plugins. Reads nothing before the first request. */
export function activePlugins({ version, contents }: Installed): ActivePlugins {
  let seen = 0;
  let types: PluginTypes = new Map();
  let modules: readonly JarModules[] = [];
  const load = async (): Promise<void> => {
    const read = await contents();
    // Of two that read at once, the one with the older state may be the later to answer.
    if (read.version <= seen) return;
    const plugins = read.contents.map((content) => plugin.parse(content));
    const byPlugin = modulesFrom(plugins);
    types = typesFrom(plugins, byPlugin);
    modules = [...byPlugin.values()];
    seen = read.version;
  };
  // Each request reads: a shared answer could be older than the request.
  const follow = async (): Promise<void> => {
    if ((await version()) !== seen) await load();
  };
  return {
    current: async () => {
      await follow();
      return types;
    },
    known: () => types,
    modules: async () => {
      await follow();
      return modules;
    },
  };
}
