import { message } from '@slipway/domain/messages';
import {
  isModulePath,
  type MissingName,
  maxMissingNames,
  missingNameWarnings,
  type Plugin,
  type PluginScript,
} from '@slipway/plugins';
import { RunnerBusy, RunnerUnavailable, type ScriptError } from '@slipway/script-protocol';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

/** The plugin with what is wrong with its types' scripts and its modules, and what these lack. Throws ServiceUnavailable. */
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
    fault: script.fault ?? inspections.get(script.path)?.fault ?? null,
  }));
  // of types, the plugin's warnings name them already
  const reportedPaths = new Set(
    parsed.scripts.flatMap((script) => (script.fault === null || !isUsed(script) ? [] : [script.path])),
  );
  const faults = scripts.flatMap((script) => {
    const { path, fault } = script;
    return fault === null || reportedPaths.has(path)
      ? []
      : [`${isUsed(script) ? 'types with the script' : 'imports of'} '${path}' will fail: ${fault}`];
  });
  const lacks = parsed.scripts.flatMap(({ path }) => inspections.get(path)?.lacks ?? []).slice(0, maxMissingNames);
  return { ...parsed, scripts, lacks, warnings: [...parsed.warnings, ...faults, ...missingNameWarnings(lacks)] };
}

/** What was found out of a script without running it. */
interface ScriptInspection {
  readonly fault: string | null;
  readonly lacks: readonly MissingName[];
}

/** Only the scripts of types require a runner: the error of a module is also reported by its importer. */
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

/** `module`: the file that it is imported as; null for a script of a type. Throws ServiceUnavailable. */
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

function faultOf(path: string, { line, message }: ScriptError): string {
  const position = line === null ? '' : ` in line ${line}`;
  return `'${path}' does not compile${position}: ${message.replace(/\s+/g, ' ').slice(0, 300)}`;
}
