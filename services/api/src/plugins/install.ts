import { readType } from '@slipway/api-schema/format';
import type { Message } from '@slipway/domain/messages';
import { Conflict, Invalid } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import {
  type InstalledPlugin,
  installPlugin,
  type PluginSource,
  readPluginContents,
  readPluginsVersion,
} from '@slipway/persistence/plugins';
import {
  type ActivePlugins,
  countModuleCharacters,
  moduleCapacityWarnings,
  type Plugin,
  plugin,
  reservedTypeWarning,
  trackActivePlugins,
  withWarnings,
} from '@slipway/plugins';
import { maxModuleCharacters } from '@slipway/script-protocol';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';
import { inspect } from './inspect.ts';
import { replacedBy, typesByName } from './integrations.ts';

/** Creates a cache of the plugins that are installed in a database, which follows their version. */
export const createActivePlugins = (database: Database): ActivePlugins =>
  trackActivePlugins({ version: () => readPluginsVersion(database), contents: () => readPluginContents(database) });

/** The source of a plugin, and the user who uploaded it. `installedBy` is null for plugins from folders. */
export interface Origin {
  readonly source: PluginSource;
  readonly installedBy: string | null;
}

/**
 * Installs a plugin, and replaces an installed plugin of the same name. Its warnings list the scripts that do not
 * compile, whose types will fail, and the missing names in scripts. Throws Conflict if another plugin defines one of
 * its types, or if a removed type is in use. Throws ServiceUnavailable if no script runner responds.
 */
export async function install(
  deps: Pick<ProcessDeps, 'engine' | 'database' | 'scripts' | 'config'>,
  parsed: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  const inspected = await inspect(withoutProductTypes(parsed, deps.config.typePrefix), deps.scripts);
  const content = withWarnings(inspected, [], await moduleSizeWarnings(deps.database, parsed));
  const types = inspected.types.map(({ name }) => name);
  const replaced = typesByName(await replacedBy(content));
  return await deps.engine.change((database) =>
    installPlugin(database, { ...parsed, ...origin, content, types }, replaced),
  );
}

/** Returns a plugin without the types whose names clients use for built-in types. Adds a warning for each of them. */
function withoutProductTypes(parsed: Plugin, prefix: string): Plugin {
  const isProductType = ({ name }: Plugin['types'][number]) => readType(name, prefix) !== name;
  const productTypes = parsed.types.filter(isProductType);
  if (productTypes.length === 0) return parsed;
  const types = parsed.types.filter((type) => !isProductType(type));
  const warnings = productTypes.map(({ name }) => reservedTypeWarning(name));
  return withWarnings({ ...parsed, types }, warnings, []);
}

/** Returns warnings if the modules of all plugins, including this one, are close to the size limit. */
async function moduleSizeWarnings(database: Database, parsed: Plugin): Promise<readonly Message[]> {
  const { contents } = await readPluginContents(database);
  const otherPlugins = contents.map((content) => plugin.parse(content)).filter(({ name }) => name !== parsed.name);
  return moduleCapacityWarnings(countModuleCharacters([...otherPlugins, parsed]), maxModuleCharacters);
}

/**
 * Whether a plugin is installed with the same content. An earlier version of the product may have stored fewer scripts
 * of the same jar.
 */
export function isInstalled(existing: InstalledPlugin | null, { checksum, scripts }: Plugin): boolean {
  if (existing?.checksum !== checksum) return false;
  return plugin.parse(existing.content).scripts.length === scripts.length;
}

/** Returns the reason why a plugin was rejected, in one line. Returns null for other errors. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Invalid || error instanceof Conflict || error instanceof ServiceUnavailable ? error.message : null;
