import { type Message, message, textOf } from '@slipway/domain/messages';
import {
  isModulePath,
  type MissingName,
  maxMissingNames,
  missingNameWarnings,
  type Plugin,
  type PluginScript,
  withWarnings,
} from '@slipway/plugins';
import { RunnerBusy, RunnerUnavailable, type ScriptError } from '@slipway/script-protocol';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

/**
 * Compiles the scripts and modules of a plugin. Returns the plugin with their errors and missing names, as data and as
 * warnings. Throws ServiceUnavailable if no script runner responds.
 */
export async function inspect(parsed: Plugin, runner: ProcessDeps['scripts']): Promise<Plugin> {
  const usedPaths = parsed.types.flatMap(({ scriptFile, properties }) => [
    scriptFile,
    ...properties.flatMap(({ name, defaultValue }) => (name === 'abortScript' ? [defaultValue] : [])),
  ]);
  const isUsed = ({ path }: PluginScript) => usedPaths.includes(path);
  const readable = parsed.scripts.filter(({ fault }) => fault === null);
  const paths = parsed.scripts.map(({ path }) => path).filter(isModulePath);
  const typeInspections = await inspectAll(readable.filter(isUsed), (script) =>
    inspectScript(script, null, paths, runner),
  );
  const modules = readable.filter((script) => !isUsed(script) && isModulePath(script.path));
  const moduleInspections = await inspectAll(modules, (module) =>
    inspectScript(module, module.path, paths, runner),
  ).catch(ignoreUnavailableRunner);
  const inspections = new Map([...moduleInspections, ...typeInspections]);
  const scripts = parsed.scripts.map((script) => ({
    ...script,
    fault: script.fault ?? textOrNull(inspections.get(script.path)?.fault),
  }));
  // Excludes errors from parsing, which the warnings of the plugin already contain.
  const faults = parsed.scripts.flatMap((script) => {
    const { path } = script;
    const fault = inspections.get(path)?.fault;
    if (script.fault !== null || !fault) return [];
    return [message(isUsed(script) ? 'pluginWarning.scriptFails' : 'pluginWarning.importsFail', { path, fault })];
  });
  const lacks = parsed.scripts.flatMap(({ path }) => inspections.get(path)?.lacks ?? []).slice(0, maxMissingNames);
  return withWarnings({ ...parsed, scripts, lacks }, [], [...faults, ...missingNameWarnings(lacks)]);
}

const textOrNull = (fault: Message | null | undefined): string | null => (fault ? textOf(fault) : null);

/** The compilation error and the missing names of a script. */
interface ScriptInspection {
  readonly fault: Message | null;
  readonly lacks: readonly MissingName[];
}

/**
 * Skips modules without a runner. Only the scripts of types require one: an importer also reports errors of its
 * modules.
 */
function ignoreUnavailableRunner(failure: unknown): ReadonlyMap<string, ScriptInspection> {
  if (!(failure instanceof ServiceUnavailable)) throw failure;
  return new Map();
}

async function inspectAll(
  scripts: readonly PluginScript[],
  inspectFile: (script: PluginScript) => Promise<ScriptInspection>,
): Promise<ReadonlyMap<string, ScriptInspection>> {
  const inspections = new Map<string, ScriptInspection>();
  for (const script of scripts) inspections.set(script.path, await inspectFile(script));
  return inspections;
}

/**
 * Compiles one script without running it. `module` is the path by which other scripts import it, or null for a script
 * of a type. Throws ServiceUnavailable.
 */
async function inspectScript(
  { path, language, text }: PluginScript,
  module: string | null,
  paths: readonly string[],
  runner: ProcessDeps['scripts'],
): Promise<ScriptInspection> {
  if (runner === undefined) throw new ServiceUnavailable(message('plugin.withoutRunner'));
  const pending =
    language === 'python'
      ? runner.inspect({ script: text, module, paths: [...paths] })
      : runner.compile(language, text).then((error) => ({ error, lacks: [] }));
  const { error, lacks } = await pending.catch((failure: unknown) => {
    if (!(failure instanceof RunnerBusy || failure instanceof RunnerUnavailable)) throw failure;
    throw new ServiceUnavailable(message('plugin.runnerSilent'));
  });
  return {
    fault: error === null ? null : faultOf(path, error),
    lacks: lacks.map((lack) => ({ script: path, ...lack })),
  };
}

function faultOf(path: string, { line, message: rawError }: ScriptError): Message {
  const error = rawError.replace(/\s+/g, ' ').slice(0, 300);
  return line === null
    ? message('pluginFault.compilation', { path, error })
    : message('pluginFault.compilationInLine', { path, line, error });
}
