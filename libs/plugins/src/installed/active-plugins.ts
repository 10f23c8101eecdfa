import { plugin } from '../definitions/type-definition.ts';
import { buildModules, buildPluginTypes, type JarModules, type PluginType } from './plugin-types.ts';

/** The types of the installed plugins, by name. */
export type PluginTypes = ReadonlyMap<string, PluginType>;

/** Where plugins are installed for all processes. */
export interface PluginStore {
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
  cached(): PluginTypes;
  /** The modules of all jars, by the plugins' names, as they are now; costs what `current` does. */
  modules(): Promise<readonly JarModules[]>;
}

/** Follows the installed plugins. Reads nothing before the first request. */
export function trackActivePlugins({ version, contents }: PluginStore): ActivePlugins {
  let loadedVersion = 0;
  let types: PluginTypes = new Map();
  let modules: readonly JarModules[] = [];
  const load = async (): Promise<void> => {
    const read = await contents();
    // Of two that read at once, the one with the older state may be the later to answer.
    if (read.version <= loadedVersion) return;
    const plugins = read.contents.map((content) => plugin.parse(content));
    const byPlugin = buildModules(plugins);
    types = buildPluginTypes(plugins, byPlugin);
    modules = [...byPlugin.values()];
    loadedVersion = read.version;
  };
  // Each request reads: a shared answer could be older than the request.
  const refresh = async (): Promise<void> => {
    if ((await version()) !== loadedVersion) await load();
  };
  return {
    current: async () => {
      await refresh();
      return types;
    },
    cached: () => types,
    modules: async () => {
      await refresh();
      return modules;
    },
  };
}
