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
  isModulePath,
  type Plugin,
  type PluginScript,
  plugin,
} from '@slipway/plugins';
import { RunnerAway, RunnerBusy } from '@slipway/scripts';
import { readType } from '@slipway/wire';
import type { ProcessDeps } from '../context/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

/** The plugins that are installed in a database, as a process follows them. */
export const pluginsIn = (database: Database): ActivePlugins =>
  activePlugins({ version: () => pluginsVersion(database), contents: () => pluginContents(database) });

/** Where a plugin comes from, and who has uploaded it; null where it was found at a start. */
export interface Origin {
  readonly source: PluginSource;
  readonly installedBy: string | null;
}

/**
 * Installs a plugin in the place of one of its name. Its warnings name the scripts that do not compile; types that use
 * these will fail. Throws Invalid for types that cannot be, Conflict for types that others define or use, and
 * ServiceUnavailable where no script runner answers.
 */
export async function install(
  deps: Pick<ProcessDeps, 'engine' | 'scripts' | 'config'>,
  read: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  requireOwnTypes(read, deps.config.typePrefix);
  const content = await compiled(read, deps.scripts);
  const types = read.types.map(({ name }) => name);
  return await deps.engine.change((database) => installPlugin(database, { ...read, ...origin, content, types }));
}

/** Throws Invalid for a type whose name means one of the product's own types where clients write it. */
function requireOwnTypes({ types }: Plugin, prefix: string): void {
  const taken = types.find(({ name }) => readType(name, prefix) !== name);
  if (taken) throw new Invalid(`type '${taken.name}' is in a namespace of the product`);
}

/** The plugin with the faults of its types' scripts and of its modules. Throws ServiceUnavailable. */
async function compiled(read: Plugin, runner: ProcessDeps['scripts']): Promise<Plugin> {
  const used = read.types.flatMap(({ scriptFile, properties }) => [
    scriptFile,
    ...properties.flatMap(({ name, defaultValue }) => (name === 'abortScript' ? [defaultValue] : [])),
  ]);
  const isUsed = ({ path }: PluginScript) => used.includes(path);
  const ofTypes = await faultsOf(read.scripts.filter(isUsed), runner);
  const modules = read.scripts.filter((script) => !isUsed(script) && isModulePath(script.path));
  const ofModules = await faultsOf(modules, runner).catch(unchecked);
  const scripts = read.scripts.map((script) => {
    const { path } = script;
    return { ...script, fault: ofTypes.get(path) ?? ofModules.get(path) ?? null };
  });
  const warnings = scripts.flatMap((script) => {
    const { path, fault } = script;
    return fault === null
      ? []
      : [`${isUsed(script) ? 'types with the script' : 'imports of'} '${path}' will fail: ${fault}`];
  });
  return { ...read, scripts, warnings: [...read.warnings, ...warnings] };
}

/** Only the scripts of types insist on a runner: a module's fault is told by whatever imports it, too. */
function unchecked(failure: unknown): ReadonlyMap<string, string> {
  if (!(failure instanceof ServiceUnavailable)) throw failure;
  return new Map();
}

/** The faults of scripts by their paths. Throws ServiceUnavailable. */
async function faultsOf(
  scripts: readonly PluginScript[],
  runner: ProcessDeps['scripts'],
): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  for (const script of scripts) {
    const fault = await faultOf(script, runner);
    if (fault !== null) faults.set(script.path, fault);
  }
  return faults;
}

async function faultOf({ path, language, text }: PluginScript, runner: ProcessDeps['scripts']): Promise<string | null> {
  if (runner === undefined)
    throw new ServiceUnavailable('a plugin with scripts needs a script runner to check them: there is none');
  const error = await runner.compile(language, text).catch((failure: unknown) => {
    if (!(failure instanceof RunnerBusy || failure instanceof RunnerAway)) throw failure;
    throw new ServiceUnavailable('the script runner that checks the scripts of plugins does not answer now: try again');
  });
  if (error === null) return null;
  const place = error.line === null ? '' : ` in line ${error.line}`;
  return `'${path}' does not compile${place}: ${error.message.replace(/\s+/g, ' ').slice(0, 300)}`;
}

/** Whether a plugin is there as it was read: by an earlier version of the product, less may have been read of the same jar. */
export function isInstalled(there: InstalledPlugin | null, { checksum, scripts }: Plugin): boolean {
  if (there?.checksum !== checksum) return false;
  return plugin.parse(there.content).scripts.length === scripts.length;
}

/** Why a plugin was refused, in one line; null for an error that is no refusal. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Invalid || error instanceof Conflict || error instanceof ServiceUnavailable ? error.message : null;
