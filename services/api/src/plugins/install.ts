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

/** The plugins that are installed in a database, as a process follows them. */
export const createActivePlugins = (database: Database): ActivePlugins =>
  trackActivePlugins({ version: () => readPluginsVersion(database), contents: () => readPluginContents(database) });

/** Where a plugin comes from, and who has uploaded it; null where it was found at a start. */
export interface Origin {
  readonly source: PluginSource;
  readonly installedBy: string | null;
}

/**
 * Installs a plugin in the place of one of its name. Its warnings name the scripts that do not compile, so that types
 * which use these will fail, and the names that scripts ask for in vain. Throws Conflict for types that others define or
 * use, and ServiceUnavailable where no script runner answers.
 */
export async function install(
  deps: Pick<ProcessDeps, 'engine' | 'database' | 'scripts' | 'config'>,
  parsed: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  const inspected = await inspect(withoutProductTypes(parsed, deps.config.typePrefix), deps.scripts);
  const content = withWarnings(inspected, [], await moduleSizeWarnings(deps.database, parsed));
  const types = inspected.types.map(({ name }) => name);
  return await deps.engine.change((database) => installPlugin(database, { ...parsed, ...origin, content, types }));
}

/** The plugin without the types whose names mean one of the product's own types where clients write them. */
function withoutProductTypes(parsed: Plugin, prefix: string): Plugin {
  const isProductType = ({ name }: Plugin['types'][number]) => readType(name, prefix) !== name;
  const productTypes = parsed.types.filter(isProductType);
  if (productTypes.length === 0) return parsed;
  const types = parsed.types.filter((type) => !isProductType(type));
  const warnings = productTypes.map(({ name }) => reservedTypeWarning(name));
  return withWarnings({ ...parsed, types }, warnings, []);
}

/** Warns if the modules of all plugins, including this one, come near the limit. */
async function moduleSizeWarnings(database: Database, parsed: Plugin): Promise<readonly Message[]> {
  const { contents } = await readPluginContents(database);
  const otherPlugins = contents.map((content) => plugin.parse(content)).filter(({ name }) => name !== parsed.name);
  return moduleCapacityWarnings(countModuleCharacters([...otherPlugins, parsed]), maxModuleCharacters);
}

/** Whether a plugin is there as it was read: by an earlier version of the product, less may have been read of the same jar. */
export function isInstalled(existing: InstalledPlugin | null, { checksum, scripts }: Plugin): boolean {
  if (existing?.checksum !== checksum) return false;
  return plugin.parse(existing.content).scripts.length === scripts.length;
}

/** Why a plugin was refused, in one line; null for an error that is no refusal. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Invalid || error instanceof Conflict || error instanceof ServiceUnavailable ? error.message : null;
