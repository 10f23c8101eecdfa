import { Conflict, Invalid } from '@slipway/domain';
import {
  type Database,
  type InstalledPlugin,
  installPlugin,
  type PluginSource,
  pluginContents,
  pluginsVersion,
} from '@slipway/persistence';
import { type ActivePlugins, activePlugins, type Plugin, type PluginScript } from '@slipway/plugins';
import { RunnerAway, RunnerBusy } from '@slipway/scripts';
import { readType } from '@slipway/wire';
import type { Given } from './deps.ts';
import { Unserved } from './http/errors.ts';

/** The plugins that are installed in a database, as a process follows them. */
export const pluginsIn = (database: Database): ActivePlugins =>
  activePlugins({ version: () => pluginsVersion(database), contents: () => pluginContents(database) });

/** Where a plugin comes from, and who brings it; null: nobody, it was found at a start. */
export interface Origin {
  readonly source: PluginSource;
  readonly installedBy: string | null;
}

/**
 * Installs a plugin whose scripts compile, in the place of one of its name. Throws Invalid for scripts and types that
 * cannot be, Conflict for types that others define or use, Unserved where no script runner answers.
 */
export async function install(
  deps: Pick<Given, 'engine' | 'scripts' | 'config'>,
  plugin: Plugin,
  origin: Origin,
): Promise<InstalledPlugin> {
  requireOwnTypes(plugin, deps.config.typePrefix);
  await requireCompiling(plugin, deps.scripts);
  const types = plugin.types.map(({ name }) => name);
  return await deps.engine.change((database) =>
    installPlugin(database, { ...plugin, ...origin, content: plugin, types }),
  );
}

/** Throws Invalid for a type whose name clients would be read to mean one of the product's by. */
function requireOwnTypes({ types }: Plugin, prefix: string): void {
  const taken = types.find(({ name }) => readType(name, prefix) !== name);
  if (taken) throw new Invalid(`type '${taken.name}' is in a namespace of the product`);
}

/** Throws Invalid with the first script of a type that is none. */
async function requireCompiling({ types, scripts }: Plugin, runner: Given['scripts']): Promise<void> {
  const named = types.flatMap(({ scriptFile, properties }) => [
    scriptFile,
    ...properties.flatMap(({ name, defaultValue }) => (name === 'abortScript' ? [defaultValue] : [])),
  ]);
  const used = scripts.filter(({ path }) => named.includes(path));
  for (const script of used) await requireScript(script, runner);
}

async function requireScript({ path, language, text }: PluginScript, runner: Given['scripts']): Promise<void> {
  if (runner === undefined)
    throw new Unserved('a plugin with scripts needs a script runner to check them: there is none');
  const error = await runner.compile(language, text).catch((failure: unknown) => {
    if (!(failure instanceof RunnerBusy || failure instanceof RunnerAway)) throw failure;
    throw new Unserved('the script runner that checks the scripts of plugins does not answer now: try again');
  });
  if (error === null) return;
  const place = error.line === null ? '' : ` in line ${error.line}`;
  throw new Invalid(`'${path}' does not compile${place}: ${error.message.replace(/\s+/g, ' ').slice(0, 300)}`);
}

/** Why a plugin was not installed, in one line; null for what is no refusal but a fault. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Invalid || error instanceof Conflict || error instanceof Unserved ? error.message : null;
