import { BadPlugin, inLine } from './bad-plugin.ts';
import { namespaceOf, parentOf, type Unscripted } from './define-types.ts';
import type { PluginScript, TypeDefinition } from './type-definition.ts';
import { isTaskRoot } from './types-from.ts';

/** The endings that scripts have; a type's own script may have none but these. */
const endings = ['.py', '.js'] as const;

/** The endings that types with a script may have, by what they extend in the end; null where a type needs no script. */
function endingsOf(root: string): readonly string[] | null {
  if (isTaskRoot(root)) return endings;
  if (root === 'events.CustomJythonAuthentication' || root === 'events.CustomJythonEventSource') return ['.py'];
  return root === 'events.CustomScriptAuthentication' || root === 'events.CustomScriptEventSource' ? ['.js'] : null;
}

/** Whether a file may be a script of types in one of these namespaces, so that the rest of a jar is not kept. */
export const isScriptPath = (path: string): boolean =>
  path.includes('/') && endings.some((ending) => path.endsWith(ending));

/** The types with the paths of their scripts. Throws BadPlugin where one that needs a script has none. */
export function withScripts(types: readonly Unscripted[], scripts: readonly PluginScript[]): readonly TypeDefinition[] {
  const paths = new Set(scripts.map(({ path }) => path));
  return types.map((type) => ({ ...type, scriptFile: type.virtual ? null : scriptFileOf(type, types, paths) }));
}

/** Where a type of tasks says that the script is which is run when one of them is aborted. Throws BadPlugin where it is not. */
function requireAbortScript(type: Unscripted, types: readonly Unscripted[], paths: ReadonlySet<string>): void {
  const [path] = lineOf(type, types).flatMap((each) => defaultOf(each, 'abortScript'));
  if (path !== undefined) requireScript(type, { path, allowed: endings, paths });
}

function scriptFileOf(type: Unscripted, types: readonly Unscripted[], paths: ReadonlySet<string>): string | null {
  const line = lineOf(type, types);
  const root = line.at(-1)?.extends ?? '';
  if (isTaskRoot(root)) requireAbortScript(type, types, paths);
  const allowed = endingsOf(root);
  const named = line.flatMap((each) => defaultOf(each, 'scriptLocation'))[0];
  if (named !== undefined) return requireScript(type, { path: named, allowed: allowed ?? endings, paths });
  const candidates = (allowed ?? endings).map((ending) => `${namespaceOf(type.name)}/${nameOf(type)}${ending}`);
  const found = candidates.find((path) => paths.has(path));
  if (found === undefined && allowed !== null) {
    throw new BadPlugin(`type '${type.name}' has no script: ${candidates.join(' or ')} is expected`);
  }
  return found ?? null;
}

interface Location {
  readonly path: string;
  readonly allowed: readonly string[];
  readonly paths: ReadonlySet<string>;
}

function requireScript(type: Unscripted, { path, allowed, paths }: Location): string {
  if (!paths.has(path)) throw new BadPlugin(`type '${type.name}' has no script: '${inLine(path)}' is not there`);
  if (allowed.some((ending) => path.endsWith(ending))) return path;
  throw new BadPlugin(`the script of type '${type.name}' must end in ${allowed.join(' or ')}`);
}

const nameOf = ({ name }: Unscripted): string => name.slice(name.lastIndexOf('.') + 1);

/** A type and those of this plugin that it extends, itself first. */
function lineOf(type: Unscripted, types: readonly Unscripted[]): readonly Unscripted[] {
  const parent = parentOf(type, types);
  return parent ? [type, ...lineOf(parent, types)] : [type];
}

/** Where a type says that a script of its is: the default of a property (scripts.md, Plugin packaging). */
const defaultOf = ({ properties }: Unscripted, property: string): readonly string[] =>
  properties.flatMap(({ name, defaultValue }) =>
    name === property && typeof defaultValue === 'string' && defaultValue !== '' ? [defaultValue] : [],
  );
