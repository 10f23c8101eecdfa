import {
  isModulePath,
  lackWarnings,
  mostLacks,
  type Plugin,
  type PluginLack,
  type PluginScript,
} from '@slipway/plugins';
import { RunnerAway, RunnerBusy, type ScriptError } from '@slipway/scripts';
import type { ProcessDeps } from '../context/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

/** The plugin with what is wrong with its types' scripts and its modules, and what these lack. Throws ServiceUnavailable. */
export async function inspect(read: Plugin, runner: ProcessDeps['scripts']): Promise<Plugin> {
  const used = read.types.flatMap(({ scriptFile, properties }) => [
    scriptFile,
    ...properties.flatMap(({ name, defaultValue }) => (name === 'abortScript' ? [defaultValue] : [])),
  ]);
  const isUsed = ({ path }: PluginScript) => used.includes(path);
  const readable = read.scripts.filter(({ fault }) => fault === null);
  const paths = read.scripts.map(({ path }) => path).filter(isModulePath);
  const ofTypes = await lookAt(readable.filter(isUsed), (script) => inspectScript(script, null, paths, runner));
  const modules = readable.filter((script) => !isUsed(script) && isModulePath(script.path));
  const ofModules = await lookAt(modules, (module) => inspectScript(module, module.path, paths, runner)).catch(unseen);
  const seen = new Map([...ofModules, ...ofTypes]);
  const scripts = read.scripts.map((script) => ({
    ...script,
    fault: script.fault ?? seen.get(script.path)?.fault ?? null,
  }));
  // of types, the plugin's warnings name them already
  const known = new Set(
    read.scripts.flatMap((script) => (script.fault === null || !isUsed(script) ? [] : [script.path])),
  );
  const faults = scripts.flatMap((script) => {
    const { path, fault } = script;
    return fault === null || known.has(path)
      ? []
      : [`${isUsed(script) ? 'types with the script' : 'imports of'} '${path}' will fail: ${fault}`];
  });
  const lacks = read.scripts.flatMap(({ path }) => seen.get(path)?.lacks ?? []).slice(0, mostLacks);
  return { ...read, scripts, lacks, warnings: [...read.warnings, ...faults, ...lackWarnings(lacks)] };
}

/** What was found out of a script without running it. */
interface Seen {
  readonly fault: string | null;
  readonly lacks: readonly PluginLack[];
}

/** Only the scripts of types require a runner: the error of a module is also reported by its importer. */
function unseen(failure: unknown): ReadonlyMap<string, Seen> {
  if (!(failure instanceof ServiceUnavailable)) throw failure;
  return new Map();
}

async function lookAt(
  scripts: readonly PluginScript[],
  look: (script: PluginScript) => Promise<Seen>,
): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  for (const script of scripts) seen.set(script.path, await look(script));
  return seen;
}

/** `module`: the file that it is imported as; null for a script of a type. Throws ServiceUnavailable. */
async function inspectScript(
  { path, language, text }: PluginScript,
  module: string | null,
  paths: readonly string[],
  runner: ProcessDeps['scripts'],
): Promise<Seen> {
  if (runner === undefined)
    throw new ServiceUnavailable('a plugin with scripts needs a script runner to check them: there is none');
  const told =
    language === 'python'
      ? runner.inspect({ script: text, module, paths: [...paths] })
      : runner.compile(language, text).then((error) => ({ error, lacks: [] }));
  const { error, lacks } = await told.catch((failure: unknown) => {
    if (!(failure instanceof RunnerBusy || failure instanceof RunnerAway)) throw failure;
    throw new ServiceUnavailable('the script runner that checks the scripts of plugins does not answer now: try again');
  });
  return {
    fault: error === null ? null : faultOf(path, error),
    lacks: lacks.map((lack) => ({ script: path, ...lack })),
  };
}

function faultOf(path: string, { line, message }: ScriptError): string {
  const place = line === null ? '' : ` in line ${line}`;
  return `'${path}' does not compile${place}: ${message.replace(/\s+/g, ' ').slice(0, 300)}`;
}
