import { eventTypes } from './event-types.ts';
import type { Plugin, PluginScript, TypeDefinition } from './type-definition.ts';

/** A type of an installed plugin, with all that it inherits. */
export interface PluginType extends TypeDefinition {
  /** the plugin that defines it */
  readonly plugin: string;
  /** the built-in type at the end of what it extends, such as `events.CustomJythonAuthentication` */
  readonly root: string;
  readonly script: PluginScript | null;
  /** what is run when a task of it is aborted (scripts.md, Plugin packaging) */
  readonly abortScript: PluginScript | null;
}

/** The types of these plugins by name; own properties come after inherited ones and take the place of namesakes. */
export function typesFrom(plugins: readonly Plugin[]): ReadonlyMap<string, PluginType> {
  const defined = new Map(plugins.flatMap((plugin) => plugin.types.map((type) => [type.name, { type, plugin }])));
  return new Map(
    [...defined].map(([name, { type, plugin }]) => {
      const line = lineOf(type, (parent) => defined.get(parent)?.type);
      const root = line[0]?.extends ?? type.extends;
      const inherited = eventTypes.find((builtIn) => builtIn.name === root)?.properties ?? [];
      const all = [...inherited, ...line.flatMap((each) => each.properties)];
      const properties = new Map(all.map((property) => [property.name, property]));
      const script = plugin.scripts.find(({ path }) => path === type.scriptFile) ?? null;
      const abortFile = properties.get('abortScript')?.defaultValue;
      const abortScript = plugin.scripts.find(({ path }) => path === abortFile) ?? null;
      return [name, { ...type, properties: [...properties.values()], plugin: plugin.name, root, script, abortScript }];
    }),
  );
}

/** A type and those that it extends, the furthest first. Two plugins may have come to extend each other: a circle ends where it began. */
function lineOf(type: TypeDefinition, find: (name: string) => TypeDefinition | undefined): readonly TypeDefinition[] {
  const line = [type];
  for (let parent = find(type.extends); parent && !line.includes(parent); parent = find(parent.extends)) {
    line.unshift(parent);
  }
  return line;
}

/** The types of tasks that run a script of their plugin: the engine takes them for automatic. */
export const automatedTypes = (types: ReadonlyMap<string, PluginType>): ReadonlySet<string> =>
  new Set([...types.values()].filter(isAutomated).map(({ name }) => name));

/** Those of them that bring a script along for when their tasks are aborted. */
export const typesWithAbortScript = (types: ReadonlyMap<string, PluginType>): ReadonlySet<string> =>
  new Set([...types.values()].filter((type) => isAutomated(type) && type.abortScript !== null).map(({ name }) => name));

const isAutomated = ({ root, script, virtual }: PluginType): boolean => isTaskRoot(root) && script !== null && !virtual;

/** Whether types that extend this one are tasks with a script; products of the family give it a prefix of their own. */
export const isTaskRoot = (name: string): boolean => /^[^.]+\.PythonScript$/.test(name);

/** The names of the properties that are secrets; none for a type that nobody defines. */
export const passwordsOf = (types: ReadonlyMap<string, TypeDefinition>, name: string): readonly string[] =>
  (types.get(name)?.properties ?? []).filter(({ password }) => password).map((property) => property.name);
