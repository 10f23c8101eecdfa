import { findPlugin, removePlugin } from '@slipway/persistence';
import { type Found, type Plugin, readJarsIn, readUnpacked } from '@slipway/plugins';
import type { ProcessDeps } from '../context/deps.ts';
import { install, isInstalled, type Origin, refusalOf } from './install.ts';

/** The name of a plugin under development, in EXTENSION_DIR. */
const extensionName = 'extension';

type Deps = Pick<ProcessDeps, 'engine' | 'database' | 'scripts' | 'config' | 'logger'>;

/**
 * Installs the plugins in PLUGIN_DIR and EXTENSION_DIR. One that cannot be used is logged and skipped, so that the start
 * goes on; one that was uploaded under the same name stays.
 */
export async function installFound(deps: Deps): Promise<void> {
  const { pluginDir, extensionDir } = deps.config;
  for (const jar of pluginDir === undefined ? [] : await readJarsIn(pluginDir)) await take(deps, jar, 'plugin-dir');
  if (extensionDir === undefined) return;
  const unpacked = await readUnpacked(extensionDir, extensionName);
  if (unpacked !== null) await take(deps, unpacked, 'extension-dir');
  else await forgetExtension(deps);
}

/** Removes a plugin under development whose folder is empty now: it would hinder the packaged one. */
async function forgetExtension({ database, logger, config }: Deps): Promise<void> {
  if ((await findPlugin(database, extensionName))?.source !== 'extension-dir') return;
  try {
    await removePlugin(database, extensionName);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    logger.warn({ place: config.extensionDir, reason }, 'a plugin was skipped');
  }
}

async function take(deps: Deps, { place, plugin, refusal }: Found, source: Origin['source']): Promise<void> {
  const reason = plugin === null ? refusal : await installNew(deps, plugin, source);
  if (reason !== null) deps.logger.warn({ place, reason }, 'a plugin was skipped');
}

const readInPart = 'the same jar was uploaded to an earlier version, which did not keep its modules: upload it again';

/** Installs a plugin unless it is there already; answers why it was not taken. */
async function installNew(deps: Deps, plugin: Plugin, source: Origin['source']): Promise<string | null> {
  const there = await findPlugin(deps.database, plugin.name);
  if (isInstalled(there, plugin)) return null;
  if (there?.source === 'upload')
    return there.checksum === plugin.checksum ? readInPart : 'a plugin of this name was uploaded, and is kept';
  try {
    await install(deps, plugin, { source, installedBy: null });
    deps.logger.info({ plugin: plugin.name, version: plugin.version }, 'a plugin was installed');
    return null;
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return reason;
  }
}
