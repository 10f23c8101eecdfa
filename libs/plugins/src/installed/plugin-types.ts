import { createHash } from 'node:crypto';
import type { AutomatedTypes } from '@slipway/domain/model';
import { containerRoots } from '../built-in/base-types.ts';
import {
  inheritanceChain,
  inheritProperties,
  internalName,
  isTaskRoot,
  productTypes,
} from '../built-in/product-types.ts';
import { isScriptOutput, type Plugin, type PluginScript, type TypeDefinition } from '../definitions/type-definition.ts';
import { isModulePath } from '../jars/find-modules.ts';
import { missingScript } from '../jars/find-scripts.ts';

/** The Python modules of a plugin: in JSON their digest, which a script runner caches. */
export interface JarModules {
  /** SHA-256 of `text` in hexadecimal digits */
  readonly digest: string;
  /** the first part of every name that they are imported by */
  readonly roots: ReadonlySet<string>;
  /** the files by their paths, as JSON */
  readonly text: string;
  toJSON(): string;
}

/** The modules of a plugin that scripts may import; null if it has no Python. */
export function modulesOf({ scripts }: Plugin): JarModules | null {
  // a file that could not be read has a fault and no text: an import of it fails
  const isRead = ({ text, fault }: PluginScript) => text !== '' || fault === null;
  const modules = scripts.filter((script) => isModulePath(script.path) && isRead(script));
  const files = modules.map(({ path, text }) => [path, text] as const);
  const roots = new Set(files.map(([path]) => path.replace(/(?:\/.*|\.py)$/s, '')));
  if (files.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(files));
  const digest = createHash('sha256').update(text).digest('hex');
  return { digest, roots, text, toJSON: () => digest };
}

/** A type of an installed plugin, with all that it inherits. */
export interface PluginType extends TypeDefinition {
  /** the plugin that defines it */
  readonly plugin: string;
  /** the built-in type at the end of what it extends, such as `events.CustomJythonAuthentication`; ours without prefix */
  readonly root: string;
  /** Its root is unknown: its objects may have other properties. */
  readonly open: boolean;
  /** the names of what it has besides its root's properties, but for what its scripts leave */
  readonly inputs: readonly string[];
  readonly script: PluginScript | null;
  /** what is run when a task of it is aborted (script-api.md, Plugin packaging) */
  readonly abortScript: PluginScript | null;
  /** all of its plugin, by their paths: its scripts may schedule each other */
  readonly scripts: ReadonlyMap<string, PluginScript>;
  /** what its scripts may import; null where its plugin has no Python */
  readonly modules: JarModules | null;
}

/** The modules of each of these plugins that has some, by the plugins' names. */
export const buildModules = (plugins: readonly Plugin[]): ReadonlyMap<string, JarModules> =>
  new Map(
    plugins.flatMap((plugin) => {
      const modules = modulesOf(plugin);
      return modules === null ? [] : [[plugin.name, modules]];
    }),
  );

/** The size of the modules of these plugins, in characters, as a script runner stores them. */
export const countModuleCharacters = (plugins: readonly Plugin[]): number =>
  [...buildModules(plugins).values()].reduce((sum, { text }) => sum + text.length, 0);

/** The types of these plugins by name, with all that they inherit of each other and of the product's. */
export function buildPluginTypes(
  plugins: readonly Plugin[],
  modules = buildModules(plugins),
): ReadonlyMap<string, PluginType> {
  const names = new Set(plugins.flatMap(({ types }) => types.map(({ name }) => name)));
  const internal = (rawName: string) => internalName(rawName, (name) => names.has(name));
  const definitions = new Map(
    plugins.flatMap((plugin) => {
      const scripts = new Map(plugin.scripts.map((script) => [script.path, script]));
      return plugin.types.map((type) => [
        type.name,
        { type: { ...type, extends: internal(type.extends) }, plugin, scripts },
      ]);
    }),
  );
  return new Map(
    [...definitions].map(([name, { type, plugin, scripts }]) => {
      const chain = inheritanceChain(type, (parent) => definitions.get(parent)?.type);
      const root = chain[0]?.extends ?? type.extends;
      const builtIn = productTypes.get(root);
      const properties = inheritProperties([...(builtIn ? [builtIn] : []), ...chain]).map((property) => ({
        ...property,
        referencedType: property.referencedType && internal(property.referencedType),
      }));
      const abortFile = properties.find((property) => property.name === 'abortScript')?.defaultValue;
      return [
        name,
        {
          ...type,
          properties,
          plugin: plugin.name,
          root,
          open: builtIn === undefined,
          inputs: inheritProperties(chain).flatMap((property) => (isScriptOutput(property) ? [] : [property.name])),
          scripts,
          script: scriptAt(scripts, type.scriptFile),
          modules: modules.get(plugin.name) ?? null,
          abortScript: scriptAt(scripts, typeof abortFile === 'string' && abortFile !== '' ? abortFile : null),
        },
      ];
    }),
  );
}

function scriptAt(scripts: ReadonlyMap<string, PluginScript>, path: string | null): PluginScript | null {
  return path === null ? null : scriptOf({ scripts }, path);
}

/** The script of a type's plugin at a path; where there is none, the reason is its fault. */
export const scriptOf = ({ scripts }: Pick<PluginType, 'scripts'>, path: string): PluginScript =>
  scripts.get(path) ?? missingScript(path);

/** The automatic task types for the engine: those that run a script of their plugin. */
export function automatedTypes(types: ReadonlyMap<string, PluginType>): AutomatedTypes {
  const names = (matches: (type: PluginType) => boolean): ReadonlySet<string> =>
    new Set([...types.values()].filter(matches).map(({ name }) => name));
  const automated = names(isAutomated);
  return {
    has: (name) => automated.has(name),
    withAbortScript: names((type) => isAutomated(type) && type.abortScript !== null),
    inContainers: new Set([...containerRoots, ...names(({ root }) => containerRoots.includes(root))]),
  };
}

const isAutomated = ({ root, script, virtual }: PluginType): boolean => isTaskRoot(root) && script !== null && !virtual;

/**
 * Whether a property of a trigger's type is an input of its script: outputs, and the members of every trigger, are
 * not.
 */
export const isPollInput = (
  { inputs }: PluginType,
  { name, category }: TypeDefinition['properties'][number],
): boolean => inputs.includes(name) && category !== 'variables' && name !== 'scriptLocation';

/** The names of the secret properties; none for an unknown type. */
export const passwordsOf = (types: ReadonlyMap<string, TypeDefinition>, name: string): readonly string[] =>
  (types.get(name)?.properties ?? []).filter(({ password }) => password).map((property) => property.name);

/** The base of all configurations. */
const anyConfiguration = 'Configuration';

/**
 * The types of the objects that a property with this referenced type can name: the type itself and all types that extend
 * it. Types with an unknown base are included. Returns null if the property can name an object of any type.
 */
export function referencedTypes(types: ReadonlyMap<string, PluginType>, referenced: string | null): ReferencedTypes {
  const find = (name: string) => types.get(name) ?? productTypes.get(name);
  if (referenced === null || referenced === anyConfiguration || find(referenced) === undefined) return null;
  const isKindOf = (name: string): boolean => {
    const seen = new Set<string>();
    for (
      let current: string | undefined = name;
      current !== undefined && !seen.has(current);
      current = find(current)?.extends
    ) {
      if (current === referenced) return true;
      seen.add(current);
    }
    return types.get(name)?.open === true;
  };
  return [...new Set([...productTypes.keys(), ...types.keys()])].filter(isKindOf);
}

type ReferencedTypes = readonly string[] | null;
