import { createHash } from 'node:crypto';
import type { AutomatedTypes, MailMode } from '@slipway/domain/model';
import { containerRoots, containerTaskRoot } from '../built-in/base-types.ts';
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

/** The Python modules of a plugin. In JSON, they are their digest, because the script runner caches them. */
export interface JarModules {
  /** the SHA-256 of `text` in hexadecimal */
  readonly digest: string;
  /** the top-level package names of the modules */
  readonly roots: ReadonlySet<string>;
  /** the files by path, as JSON */
  readonly text: string;
  toJSON(): string;
}

/** Returns the modules of a plugin that scripts may import, or null without Python files. */
export function modulesOf({ scripts }: Plugin): JarModules | null {
  // An unreadable file has a fault and no text. Its import fails.
  const isRead = ({ text, fault }: PluginScript) => text !== '' || fault === null;
  const modules = scripts.filter((script) => isModulePath(script.path) && isRead(script));
  const files = modules.map(({ path, text }) => [path, text] as const);
  const roots = new Set(files.map(([path]) => path.replace(/(?:\/.*|\.py)$/s, '')));
  if (files.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(files));
  const digest = createHash('sha256').update(text).digest('hex');
  return { digest, roots, text, toJSON: () => digest };
}

/** A type of an installed plugin, with its inherited properties. */
export interface PluginType extends TypeDefinition {
  /** the name of its plugin */
  readonly plugin: string;
  /** the built-in ancestor without prefix, such as `events.CustomJythonAuthentication` */
  readonly root: string;
  /** whether its objects may have further properties, because the root is unknown */
  readonly open: boolean;
  /** the names of the properties that plugins define for it, without script outputs */
  readonly inputs: readonly string[];
  readonly script: PluginScript | null;
  /** the script that runs when a task is aborted (script-api.md, Plugin packaging) */
  readonly abortScript: PluginScript | null;
  /** all scripts of its plugin by path, because scripts can schedule each other */
  readonly scripts: ReadonlyMap<string, PluginScript>;
  /** the modules that its scripts may import; null without Python files */
  readonly modules: JarModules | null;
}

/** Returns the modules of each plugin that has some, by plugin name. */
export const buildModules = (plugins: readonly Plugin[]): ReadonlyMap<string, JarModules> =>
  new Map(
    plugins.flatMap((plugin) => {
      const modules = modulesOf(plugin);
      return modules === null ? [] : [[plugin.name, modules]];
    }),
  );

/** Returns the total size of the modules of these plugins in the script runner, in characters. */
export const countModuleCharacters = (plugins: readonly Plugin[]): number =>
  [...buildModules(plugins).values()].reduce((sum, { text }) => sum + text.length, 0);

/**
 * Returns the types of these plugins by name, with the properties that they inherit from each other and from built-in
 * types.
 */
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

/** Returns the script at a path in the plugin of a type. A missing script has a fault. */
export const scriptOf = ({ scripts }: Pick<PluginType, 'scripts'>, path: string): PluginScript =>
  scripts.get(path) ?? missingScript(path);

/** What this installation runs automatically, in addition to scripts. */
export interface AutomationSettings {
  /** what notification tasks do */
  readonly mailMode: MailMode;
  /** whether container tasks run; otherwise, users complete them */
  readonly containerTasks: boolean;
}

/** Returns the automated task types for the engine: they run a script of their plugin, or a container. */
export function automatedTypes(
  types: ReadonlyMap<string, PluginType>,
  { mailMode, containerTasks }: AutomationSettings,
): AutomatedTypes {
  const isAutomated = (type: PluginType): boolean => isScriptTask(type) || (containerTasks && isContainerTask(type));
  const names = (matches: (type: PluginType) => boolean): ReadonlySet<string> =>
    new Set([...types.values()].filter(matches).map(({ name }) => name));
  const automated = names(isAutomated);
  return {
    has: (name) => automated.has(name),
    mail: mailMode,
    // The abort script of a container task is the deletion of its container.
    withAbortScript: names((type) => isAutomated(type) && (type.abortScript !== null || isContainerTask(type))),
    inContainers: new Set([...containerRoots, ...names(({ root }) => containerRoots.includes(root))]),
  };
}

const isScriptTask = ({ root, script, virtual }: PluginType): boolean =>
  isTaskRoot(root) && script !== null && !virtual;

/** Whether tasks of a type run a container. */
export const isContainerTask = ({ root, virtual }: Pick<PluginType, 'root' | 'virtual'>): boolean =>
  root === containerTaskRoot && !virtual;

/**
 * Whether a property of a trigger type is an input of its script. Outputs, and the members of all triggers, are not
 * inputs.
 */
export const isPollInput = (
  { inputs }: PluginType,
  { name, category }: TypeDefinition['properties'][number],
): boolean => inputs.includes(name) && category !== 'variables' && name !== 'scriptLocation';

/** Returns the names of the secret properties; none for an unknown type. */
export const passwordsOf = (types: ReadonlyMap<string, TypeDefinition>, name: string): readonly string[] =>
  (types.get(name)?.properties ?? []).filter(({ password }) => password).map((property) => property.name);

/** The base type of all configurations. */
const anyConfiguration = 'Configuration';

/**
 * Returns the types of the objects that a property with this referenced type can refer to: the type itself and its
 * subtypes, including types with an unknown base. Returns null if objects of all types are possible.
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
