import { Conflict, Invalid } from '@slipway/domain';
import {
  type Database,
  type InstalledPlugin,
  installPlugin,
  type PluginSource,
  pluginContents,
  pluginsVersion,
} from '@slipway/persistence';
import {
  type ActivePlugins,
  activePlugins,
  charactersOfModules,
  inNamespaceOfProduct,
  type Plugin,
  plugin,
  roomWarnings,
} from '@slipway/plugins';
import { mostModules } from '@slipway/scripts';
import { readType } from '@slipway/wire';
import type { ProcessDeps } from '../context/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';
import { inspect } from './inspect.ts';

/** The plugins that are installed in a database, as a process follows them. */
export const pluginsIn = (database: Database): ActivePlugins =>
  activePlugins({ version: () => pluginsVersion(database), contents: () => pluginContents(database) });

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
  read: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  const inspected = await inspect(withOwnTypes(read, deps.config.typePrefix), deps.scripts);
  const warnings = [...inspected.warnings, ...(await warnOfRoom(deps.database, read))];
  const content = { ...inspected, warnings };
  const types = inspected.types.map(({ name }) => name);
  return await deps.engine.change((database) => installPlugin(database, { ...read, ...origin, content, types }));
}

/** The plugin without the types whose names mean one of the product's own types where clients write them. */
function withOwnTypes(read: Plugin, prefix: string): Plugin {
  const isTaken = ({ name }: Plugin['types'][number]) => readType(name, prefix) !== name;
  const taken = read.types.filter(isTaken);
  if (taken.length === 0) return read;
  const warnings = taken.map(({ name }) => `${inNamespaceOfProduct(name)}: it is left out`);
  return {
    ...read,
    types: read.types.filter((type) => !isTaken(type)),
    warnings: [...warnings, ...read.warnings],
  };
}

/** Warns if the modules of all plugins, including this one, come near the limit. */
async function warnOfRoom(database: Database, read: Plugin): Promise<readonly string[]> {
  const { contents } = await pluginContents(database);
  const others = contents.map((content) => plugin.parse(content)).filter(({ name }) => name !== read.name);
  return roomWarnings(charactersOfModules([...others, read]), mostModules);
}

/** Whether a plugin is there as it was read: by an earlier version of the product, less may have been read of the same jar. */
export function isInstalled(there: InstalledPlugin | null, { checksum, scripts }: Plugin): boolean {
  if (there?.checksum !== checksum) return false;
  return plugin.parse(there.content).scripts.length === scripts.length;
}

/** Why a plugin was refused, in one line; null for an error that is no refusal. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Invalid || error instanceof Conflict || error instanceof ServiceUnavailable ? error.message : null;
