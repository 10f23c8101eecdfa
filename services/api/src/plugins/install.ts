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
 * which use these will fail, and the names that scripts ask for in vain. Throws Invalid for types that cannot be, Conflict for types that others define or use, and
 * ServiceUnavailable where no script runner answers.
 */
export async function install(
  deps: Pick<ProcessDeps, 'engine' | 'database' | 'scripts' | 'config'>,
  read: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  requireOwnTypes(read, deps.config.typePrefix);
  const inspected = await inspect(read, deps.scripts);
  const warnings = [...inspected.warnings, ...(await warnOfRoom(deps.database, read))];
  const content = { ...inspected, warnings };
  const types = read.types.map(({ name }) => name);
  return await deps.engine.change((database) => installPlugin(database, { ...read, ...origin, content, types }));
}

/** Throws Invalid for a type whose name means one of the product's own types where clients write it. */
function requireOwnTypes({ types }: Plugin, prefix: string): void {
  const taken = types.find(({ name }) => readType(name, prefix) !== name);
  if (taken) throw new Invalid(`type '${taken.name}' is in a namespace of the product`);
}

/** Warns where the modules of all plugins, this one among them, leave little room for those of others. */
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
