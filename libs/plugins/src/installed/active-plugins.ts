import { type Plugin, plugin } from '../definitions/type-definition.ts';
import { type Integration, replacementOf } from '../integrations/integration.ts';
import { bundledIntegrations } from '../integrations/read-integrations.ts';
import { buildModules, buildPluginTypes, type JarModules, type PluginType } from './plugin-types.ts';

/** The types of the installed plugins, by name. */
export type PluginTypes = ReadonlyMap<string, PluginType>;

/** The store of the installed plugins, which all processes share. */
export interface PluginStore {
  /** A number that increases with each change. */
  version(): Promise<number>;
  /** All installed plugins in their stored form, the names of the enabled integrations, and their version. */
  contents(): Promise<StoredPlugins>;
}

interface StoredPlugins {
  readonly version: number;
  readonly contents: readonly unknown[];
  readonly integrations: readonly string[];
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

/**
 * Tracks the installed plugins and the enabled integrations. Reads nothing before the first call, and no integration
 * unless one is enabled.
 */
export function trackActivePlugins(
  { version, contents }: PluginStore,
  readIntegrations: () => Promise<readonly Integration[]> = bundledIntegrations,
): ActivePlugins {
  let loadedVersion = 0;
  /** The integrations of the last read; null if it has read none. They change only in `npm run dev`. */
  let loadedIntegrations: readonly Integration[] | null = null;
  let types: PluginTypes = new Map();
  let modules: readonly JarModules[] = [];
  const load = async (): Promise<void> => {
    const read = await contents();
    const integrations = read.integrations.length === 0 ? null : await readIntegrations();
    // Of two concurrent reads, the one with the older state may finish last.
    if (read.version < loadedVersion || (read.version === loadedVersion && integrations === loadedIntegrations)) return;
    const installed = read.contents.map((content) => plugin.parse(content));
    const plugins = [...installed, ...activeIntegrations(integrations ?? [], read.integrations, installed)];
    const byPlugin = buildModules(plugins);
    types = buildPluginTypes(plugins, byPlugin);
    modules = [...byPlugin.values()];
    loadedVersion = read.version;
    loadedIntegrations = integrations;
  };
  // Each caller reads the version, because the result of a shared read could be older than the call.
  const refresh = async (): Promise<void> => {
    const isOld = loadedIntegrations !== null && (await readIntegrations()) !== loadedIntegrations;
    if (isOld || (await version()) !== loadedVersion) await load();
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

/** Returns the plugins of the enabled integrations that no installed plugin replaces. */
const activeIntegrations = (
  integrations: readonly Integration[],
  enabledNames: readonly string[],
  installed: readonly Plugin[],
): readonly Plugin[] =>
  integrations
    .filter((entry) => enabledNames.includes(entry.name) && replacementOf(entry, installed) === null)
    .map((entry) => entry.plugin);
