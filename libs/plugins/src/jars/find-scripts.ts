import { type Message, message, textOf } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { internalName, isTaskRoot, isTriggerRoot } from '../built-in/product-types.ts';
import { namespaceOf, parentOf, reservedNamespaces, type TypeWithoutScript } from '../definitions/define-types.ts';
import type { PluginScript, TypeDefinition } from '../definitions/type-definition.ts';

/** The suffixes of scripts. `.js` is JavaScript, all others are Python. */
const scriptSuffixes = ['.py', '.jy', '.js'] as const;

/** Returns the language of a script, derived from its suffix (compatibility.md, Scripts). */
export const languageAt = (path: string): PluginScript['language'] => (path.endsWith('.js') ? 'javascript' : 'python');

/** Returns a placeholder for a script that a type refers to, but its plugin does not contain. */
export const missingScript = (path: string): PluginScript => ({
  path,
  language: languageAt(path),
  text: '',
  fault: textOf(missingScriptFault(path)),
});

const missingScriptFault = (path: string): Message =>
  scriptSuffixes.some((suffix) => path.endsWith(suffix))
    ? message('pluginFault.missingScript', { path: toSingleLine(path) })
    : message('pluginFault.badSuffix', { path: toSingleLine(path), suffixes: scriptSuffixes.join(', ') });

/** A script of a jar, and the reason why it cannot run; null if it can. */
export interface ReadScript {
  readonly script: PluginScript;
  readonly fault: Message | null;
}

const pythonSuffixes = ['.py', '.jy'];

/**
 * Returns the allowed suffixes for the script of a type with this root type, or null if such a type needs no script.
 */
function suffixesOf(root: string): readonly string[] | null {
  if (isTaskRoot(root) || isTriggerRoot(root)) return scriptSuffixes;
  if (root === 'events.CustomJythonAuthentication' || root === 'events.CustomJythonEventSource') return pythonSuffixes;
  return root === 'events.CustomScriptAuthentication' || root === 'events.CustomScriptEventSource' ? ['.js'] : null;
}

/** Whether a file of a jar can be a script of a type in some namespace. Other files of a jar are not stored. */
export const isScriptPath = (path: string): boolean =>
  path.includes('/') && scriptSuffixes.some((suffix) => path.endsWith(suffix));

/** Returns the types with the paths of their scripts, including missing scripts. */
export function withScripts(
  types: readonly TypeWithoutScript[],
  scripts: readonly PluginScript[],
): readonly TypeDefinition[] {
  const paths = new Set(scripts.map(({ path }) => path));
  return types.map((type) => ({ ...type, scriptFile: type.virtual ? null : scriptFileOf(type, types, paths) }));
}

function scriptFileOf(
  type: TypeWithoutScript,
  types: readonly TypeWithoutScript[],
  paths: ReadonlySet<string>,
): string | null {
  const chain = pluginInheritanceChain(type, types);
  const allowed = suffixesOf(rootOf(chain));
  const explicitPath = chain.flatMap((ancestor) => defaultOf(ancestor, 'scriptLocation'))[0];
  if (explicitPath !== undefined && !isOfProduct(explicitPath)) return explicitPath;
  const [defaultPath = null, ...otherPaths] = (allowed ?? scriptSuffixes).map(
    (suffix) => `${namespaceOf(type.name)}/${nameOf(type)}${suffix}`,
  );
  return (
    [defaultPath, ...otherPaths].find((path) => path !== null && paths.has(path)) ??
    (allowed === null ? null : defaultPath)
  );
}

/** Returns a warning for each type and import that will fail because a script is missing or invalid. */
export function scriptWarnings(types: readonly TypeDefinition[], scripts: readonly ReadScript[]): readonly Message[] {
  const uses = new Set<string>();
  const faultOf = (path: string): Message | null => {
    uses.add(path);
    const read = scripts.find(({ script }) => script.path === path);
    return read === undefined ? missingScriptFault(path) : read.fault;
  };
  const typeFailures = types.flatMap((type) => {
    if (type.virtual) return [];
    const isTask = isTaskRoot(rootOf(pluginInheritanceChain(type, types)));
    const abort = isTask
      ? pluginInheritanceChain(type, types)
          .flatMap((ancestor) => defaultOf(ancestor, 'abortScript'))
          .slice(0, 1)
      : [];
    const used = [...(type.scriptFile === null ? [] : [type.scriptFile]), ...abort];
    const faults = used.flatMap((path) => faultOf(path) ?? []);
    return faults.map((fault) => message('pluginWarning.typeFails', { type: toSingleLine(type.name), fault }));
  });
  const importFailures = scripts.flatMap(({ script: { path }, fault }) =>
    fault === null || uses.has(path) ? [] : [message('pluginWarning.importsFail', { path, fault })],
  );
  return [...typeFailures, ...importFailures];
}

/**
 * Whether a path belongs to a script of the product. A plugin can refer to such a script without containing it
 * (compatibility.md, Scripts).
 */
const isOfProduct = (path: string): boolean => reservedNamespaces.has(path.slice(0, path.indexOf('/')));

const nameOf = ({ name }: TypeWithoutScript): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns the type outside this plugin that the last type of the chain extends. A built-in type has no prefix. */
export const rootOf = (chain: readonly TypeWithoutScript[]): string =>
  internalName(chain.at(-1)?.extends ?? '', () => false);

/** Returns a type and its ancestors, as far as this plugin defines them. */
export function pluginInheritanceChain(
  type: TypeWithoutScript,
  types: readonly TypeWithoutScript[],
): readonly TypeWithoutScript[] {
  const parent = parentOf(type, types);
  return parent ? [type, ...pluginInheritanceChain(parent, types)] : [type];
}

/**
 * Returns the path of a script of a type, which is the default value of this property (script-api.md, Plugin
 * packaging).
 */
const defaultOf = ({ properties }: TypeWithoutScript, property: string): readonly string[] =>
  properties.flatMap(({ name, defaultValue }) =>
    name === property && typeof defaultValue === 'string' && defaultValue !== '' ? [defaultValue] : [],
  );

/** A line of a JavaScript script that includes another file of its plugin. */
const includeLine = /^\/\/ include: (\S+\.js)$/gm;

/**
 * Returns the paths of the files that a JavaScript script includes, directly or through another one, each once and in
 * the order of their lines. `textAt` returns the text of a file, which is empty if the file is missing.
 */
export function includedPaths(script: string, textAt: (path: string) => string): readonly string[] {
  const paths = new Set<string>();
  const add = (text: string): void => {
    for (const [, path = ''] of text.matchAll(includeLine)) {
      if (paths.has(path)) continue;
      paths.add(path);
      add(textAt(path));
    }
  };
  add(script);
  return [...paths];
}
