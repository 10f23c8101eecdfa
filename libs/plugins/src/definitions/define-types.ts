import { inLine } from '@slipway/formats';
import { BadPlugin } from './bad-plugin.ts';
import { defineProperty, worded } from './define-property.ts';
import type { PropertyDefinition, TypeDefinition } from './type-definition.ts';
import { type WrittenType, writtenType } from './written.ts';

/** A type without what is found out from the plugin's scripts. */
export type Unscripted = Omit<TypeDefinition, 'scriptFile'>;

const grammar = /^\w[\w-]*(?:\.\w[\w-]*)+$/;
const longestName = 200;
const mostTypes = 500;
const mostProperties = 500;
const longestLine = 20;
/** The namespaces that are the product's own (decisions.md, Scripts), besides the one that `TYPE_PREFIX` sets; who could define a type in them could pass for it. */
export const reserved: ReadonlySet<string> = new Set(['rel', 'events', 'configuration', 'udm', 'delivery']);

const isTypeName = (name: string): boolean => name.length <= longestName && grammar.test(name);

/** The part before the last dot: the directory of the type's script has this name. */
export const namespaceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/**
 * The types that definition files write, checked and made whole. What has no effect is told to `warn`, in a sentence.
 * Throws BadPlugin.
 */
export function defineTypes(written: readonly unknown[], warn: (warning: string) => void): readonly Unscripted[] {
  if (written.length > mostTypes) throw new BadPlugin(`the plugin defines more than ${mostTypes} types`);
  const types = written.map((value) => defineType(value, warn));
  const seen = new Set<string>();
  for (const { name } of types) {
    if (seen.has(name)) throw new BadPlugin(`type '${name}' is defined twice`);
    seen.add(name);
  }
  for (const type of types) requireEnd(type, types);
  return types;
}

function defineType(value: unknown, warn: (warning: string) => void): Unscripted {
  const read = writtenType.safeParse(value);
  if (!read.success) throw new BadPlugin(faultOf(read.error.issues[0]?.path.map(String) ?? [], value));
  const written = read.data;
  const { type: name } = written;
  if (!isTypeName(name)) throw new BadPlugin(`'${inLine(name)}' is no type name: 'namespace.Name' is expected`);
  if (reserved.has(namespaceOf(name))) throw new BadPlugin(`type '${name}' is in a namespace of the product`);
  if (!isTypeName(written.extends)) {
    throw new BadPlugin(`type '${name}' extends '${inLine(written.extends)}', which is no type name`);
  }
  return wholeType(written, warn);
}

function wholeType(written: WrittenType, warn: (warning: string) => void): Unscripted {
  const { type: name } = written;
  if (written.properties.length > mostProperties) {
    throw new BadPlugin(`type '${name}' has more than ${mostProperties} properties`);
  }
  const properties = new Map<string, PropertyDefinition>();
  for (const each of written.properties) {
    const property = defineProperty(each, name, warn);
    if (properties.has(property.name)) {
      warn(`type '${name}' has the property '${property.name}' twice: the last one counts`);
    }
    properties.set(property.name, property);
  }
  return {
    name,
    extends: written.extends,
    label: written.label || worded(name.slice(name.lastIndexOf('.') + 1)),
    description: written.description ?? '',
    virtual: written.virtual ?? false,
    properties: [...properties.values()],
  };
}

function faultOf(path: readonly string[], value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'type' in value ? inLine(String(value.type)) : '';
  if (path[0] === 'type') return 'a type has no name';
  if (path[0] === 'extends') return `type '${name}' does not say what it extends`;
  return `type '${name}' cannot be understood at ${inLine(path.join('.'))}`;
}

/** Throws BadPlugin where a type extends itself, be it through others. */
function requireEnd(type: Unscripted, types: readonly Unscripted[]): void {
  let ancestors = 0;
  for (let parent = parentOf(type, types); parent; parent = parentOf(parent, types)) {
    ancestors += 1;
    if (parent === type) throw new BadPlugin(`type '${type.name}' extends itself`);
    if (ancestors > longestLine) throw new BadPlugin(`type '${type.name}' extends more than ${longestLine} types`);
  }
}

/** The type that another one extends, where it is among these. */
export const parentOf = (type: Unscripted, types: readonly Unscripted[]): Unscripted | undefined =>
  types.find(({ name }) => name === type.extends);
