import { plugin } from '../definitions/type-definition.ts';
import { buildModules, buildPluginTypes, type JarModules, type PluginType } from './plugin-types.ts';

/** The types of the installed plugins, by name. */
export type PluginTypes = ReadonlyMap<string, PluginType>;

/** The store of the installed plugins, which all processes share. */
export interface PluginStore {
  /** A number that increases with each change. */
  version(): Promise<number>;
  /** All installed plugins in their stored form, and their version. */
  contents(): Promise<{ readonly version: number; readonly contents: readonly unknown[] }>;
}

/** The plugins of a process. Installing or removing a plugin takes effect without a restart. */
export interface ActivePlugins {
  /** Returns the current types. Runs one small statement, and reads the plugins only if they have changed. */
  current(): Promise<PluginTypes>;
  /** Returns the cached types; none before the first read. */
  cached(): PluginTypes;
  /** Returns the current modules of all jars, with the same cost as `current`. */
  modules(): Promise<readonly JarModules[]>;
}

/** Tracks the installed plugins. Reads nothing before the first call. */
export function trackActivePlugins({ version, contents }: PluginStore): ActivePlugins {
  let loadedVersion = 0;
  let types: PluginTypes = new Map();
  let modules: readonly JarModules[] = [];
  const load = async (): Promise<void> => {
    const read = await contents();
    // Of two concurrent reads, the one with the older state may finish last.
    if (read.version <= loadedVersion) return;
    const plugins = read.contents.map((content) => plugin.parse(content));
    const byPlugin = buildModules(plugins);
    types = buildPluginTypes(plugins, byPlugin);
    modules = [...byPlugin.values()];
    loadedVersion = read.version;
  };
  // Each caller reads the version, because the result of a shared read could be older than the call.
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
