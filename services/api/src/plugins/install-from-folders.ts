import { findPlugin, removePlugin } from '@slipway/persistence/plugins';
import { type Plugin, type PluginResult, plugin, readJarsIn, readUnpacked } from '@slipway/plugins';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { install, isInstalled, type Origin, refusalOf } from './install.ts';
import { replacedBy, typesByName } from './integrations.ts';

/** The name of the plugin under development in EXTENSION_DIR. */
const extensionName = 'extension';

type InstallDeps = Pick<ProcessDeps, 'engine' | 'database' | 'scripts' | 'config' | 'logger'>;

/**
 * Installs the plugins in PLUGIN_DIR and EXTENSION_DIR. Logs and skips an invalid plugin, so that the start continues.
 * Does not replace an uploaded plugin of the same name. Returns the names of the installed types.
 */
export async function installFromFolders(deps: InstallDeps): Promise<readonly string[]> {
  const { pluginDir, extensionDir } = deps.config;
  const types: string[] = [];
  for (const jar of pluginDir === undefined ? [] : await readJarsIn(pluginDir)) {
    types.push(...(await installOrSkip(deps, jar, 'plugin-dir')));
  }
  if (extensionDir === undefined) return types;
  const unpacked = await readUnpacked(extensionDir, extensionName);
  if (unpacked !== null) types.push(...(await installOrSkip(deps, unpacked, 'extension-dir')));
  else await removeExtension(deps);
  return types;
}

/**
 * Removes the plugin under development if its folder is empty now. Otherwise it would still replace the packaged
 * plugin.
 */
async function removeExtension({ database, logger, config }: InstallDeps): Promise<void> {
  const existing = await findPlugin(database, extensionName);
  if (existing?.source !== 'extension-dir') return;
  try {
    const replaced = typesByName(await replacedBy(plugin.parse(existing.content)));
    await removePlugin(database, extensionName, replaced);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    logger.warn({ place: config.extensionDir, reason }, 'a plugin was skipped');
  }
}

/** Installs a plugin, or logs why it is skipped. Returns the names of the installed types. */
async function installOrSkip(
  deps: InstallDeps,
  { path: place, plugin, refusal }: PluginResult,
  source: Origin['source'],
): Promise<readonly string[]> {
  const { reason, types } = plugin === null ? skippedResult(refusal) : await installNew(deps, plugin, source);
  if (reason !== null) deps.logger.warn({ place, reason }, 'a plugin was skipped');
  return types;
}

interface InstallResult {
  /** The reason why the plugin was skipped, or null if it is installed. */
  readonly reason: string | null;
  /** The names of the new and reinstalled types. */
  readonly types: readonly string[];
}

const skippedResult = (reason: string): InstallResult => ({ reason, types: [] });

const partialModulesMessage =
  'the same jar was uploaded to an earlier version, which did not keep its modules: upload it again';

/** Installs a plugin unless the same version is already installed. */
async function installNew(deps: InstallDeps, plugin: Plugin, source: Origin['source']): Promise<InstallResult> {
  const existing = await findPlugin(deps.database, plugin.name);
  if (isInstalled(existing, plugin)) return { reason: null, types: [] };
  if (existing?.source === 'upload')
    return skippedResult(
      existing.checksum === plugin.checksum ? partialModulesMessage : 'a plugin of this name was uploaded, and is kept',
    );
  try {
    await install(deps, plugin, { source, installedBy: null });
    deps.logger.info({ plugin: plugin.name, version: plugin.version }, 'a plugin was installed');
    return { reason: null, types: plugin.types.map(({ name }) => name) };
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return skippedResult(reason);
  }
}
