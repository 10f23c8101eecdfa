import { inLine } from '@slipway/formats';
import { innerName, isTaskRoot, isTriggerRoot } from '../built-in/product-types.ts';
import { namespaceOf, parentOf, reserved, type Unscripted } from '../definitions/define-types.ts';
import type { PluginScript, TypeDefinition } from '../definitions/type-definition.ts';
import { endings, missingScript } from './missing-script.ts';

const python = ['.py', '.jy'];

/** The endings that types with a script may have, by what they extend in the end; null where a type needs no script. */
function endingsOf(root: string): readonly string[] | null {
  if (isTaskRoot(root) || isTriggerRoot(root)) return endings;
  if (root === 'events.CustomJythonAuthentication' || root === 'events.CustomJythonEventSource') return python;
  return root === 'events.CustomScriptAuthentication' || root === 'events.CustomScriptEventSource' ? ['.js'] : null;
}

/** Whether a file may be a script of types in one of these namespaces, so that the rest of a jar is not kept. */
export const isScriptPath = (path: string): boolean =>
  path.includes('/') && endings.some((ending) => path.endsWith(ending));

/** The types with the paths of their scripts, whether these are there or not. */
export function withScripts(types: readonly Unscripted[], scripts: readonly PluginScript[]): readonly TypeDefinition[] {
  const paths = new Set(scripts.map(({ path }) => path));
  return types.map((type) => ({ ...type, scriptFile: type.virtual ? null : scriptFileOf(type, types, paths) }));
}

function scriptFileOf(type: Unscripted, types: readonly Unscripted[], paths: ReadonlySet<string>): string | null {
  const line = lineOf(type, types);
  const allowed = endingsOf(rootOf(line));
  const named = line.flatMap((each) => defaultOf(each, 'scriptLocation'))[0];
  if (named !== undefined && !isOfProduct(named)) return named;
  const [wanted = null, ...others] = (allowed ?? endings).map(
    (ending) => `${namespaceOf(type.name)}/${nameOf(type)}${ending}`,
  );
  return [wanted, ...others].find((path) => path !== null && paths.has(path)) ?? (allowed === null ? null : wanted);
}

/** The types that will fail, because a script is missing or invalid. */
export function scriptWarnings(types: readonly TypeDefinition[], scripts: readonly PluginScript[]): readonly string[] {
  const faultOf = (path: string): string | null =>
    (scripts.find((script) => script.path === path) ?? missingScript(path)).fault;
  return types.flatMap((type) => {
    if (type.virtual) return [];
    const isTask = isTaskRoot(rootOf(lineOf(type, types)));
    const abort = isTask
      ? lineOf(type, types)
          .flatMap((each) => defaultOf(each, 'abortScript'))
          .slice(0, 1)
      : [];
    const used = [...(type.scriptFile === null ? [] : [type.scriptFile]), ...abort];
    const faults = used.flatMap((path) => faultOf(path) ?? []);
    return faults.map((fault) => `type '${inLine(type.name)}' will fail: ${fault}`);
  });
}

/** A plugin may name scripts of the product, which it does not contain (compatibility.md, Scripts). */
const isOfProduct = (path: string): boolean => reserved.has(path.slice(0, path.indexOf('/')));

const nameOf = ({ name }: Unscripted): string => name.slice(name.lastIndexOf('.') + 1);

/** The base type at the end of a chain of types, as far as this plugin defines it; ours without prefix. */
export const rootOf = (line: readonly Unscripted[]): string => innerName(line.at(-1)?.extends ?? '', () => false);

/** A type and those of this plugin that it extends, itself first. */
export function lineOf(type: Unscripted, types: readonly Unscripted[]): readonly Unscripted[] {
  const parent = parentOf(type, types);
  return parent ? [type, ...lineOf(parent, types)] : [type];
}

/** The location of a script of a type: the default of a property (script-api.md, Plugin packaging). */
const defaultOf = ({ properties }: Unscripted, property: string): readonly string[] =>
  properties.flatMap(({ name, defaultValue }) =>
    name === property && typeof defaultValue === 'string' && defaultValue !== '' ? [defaultValue] : [],
  );
