import { type Message, message, textOf } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { internalName, isTaskRoot, isTriggerRoot } from '../built-in/product-types.ts';
import { namespaceOf, parentOf, reservedNamespaces, type TypeWithoutScript } from '../definitions/define-types.ts';
import type { PluginScript, TypeDefinition } from '../definitions/type-definition.ts';

/** The suffixes of scripts; Python except JavaScript. */
const scriptSuffixes = ['.py', '.jy', '.js'] as const;

/** The language of a script by its ending (compatibility.md, Scripts). */
export const languageAt = (path: string): PluginScript['language'] => (path.endsWith('.js') ? 'javascript' : 'python');

/** Replaces a script that a type names and its plugin lacks. */
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

/** A script of a jar, and why it cannot be used. */
export interface ReadScript {
  readonly script: PluginScript;
  readonly fault: Message | null;
}

const python = ['.py', '.jy'];

/** The endings that types with a script may have, by what they extend in the end; null where a type needs no script. */
function suffixesOf(root: string): readonly string[] | null {
  if (isTaskRoot(root) || isTriggerRoot(root)) return scriptSuffixes;
  if (root === 'events.CustomJythonAuthentication' || root === 'events.CustomJythonEventSource') return python;
  return root === 'events.CustomScriptAuthentication' || root === 'events.CustomScriptEventSource' ? ['.js'] : null;
}

/** Whether a file may be a script of types in one of these namespaces, so that the rest of a jar is not kept. */
export const isScriptPath = (path: string): boolean =>
  path.includes('/') && scriptSuffixes.some((suffix) => path.endsWith(suffix));

/** The types with the paths of their scripts, whether these are there or not. */
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

/** Warnings about the types and imports that will fail, because a script is missing or invalid. */
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

/** A plugin may name scripts of the product, which it does not contain (compatibility.md, Scripts). */
const isOfProduct = (path: string): boolean => reservedNamespaces.has(path.slice(0, path.indexOf('/')));

const nameOf = ({ name }: TypeWithoutScript): string => name.slice(name.lastIndexOf('.') + 1);

/** The base type at the end of a chain of types, as far as this plugin defines it; ours without prefix. */
export const rootOf = (chain: readonly TypeWithoutScript[]): string =>
  internalName(chain.at(-1)?.extends ?? '', () => false);

/** A type and those of this plugin that it extends, itself first. */
export function pluginInheritanceChain(
  type: TypeWithoutScript,
  types: readonly TypeWithoutScript[],
): readonly TypeWithoutScript[] {
  const parent = parentOf(type, types);
  return parent ? [type, ...pluginInheritanceChain(parent, types)] : [type];
}

/** The location of a script of a type: the default of a property (script-api.md, Plugin packaging). */
const defaultOf = ({ properties }: TypeWithoutScript, property: string): readonly string[] =>
  properties.flatMap(({ name, defaultValue }) =>
    name === property && typeof defaultValue === 'string' && defaultValue !== '' ? [defaultValue] : [],
  );
