import { BadPlugin, inLine } from './bad-plugin.ts';
import { defineProperty, worded } from './define-property.ts';
import type { TypeDefinition } from './type-definition.ts';
import { type WrittenType, writtenType } from './written.ts';

/** A type without what is found out from the plugin's scripts. */
export type Unscripted = Omit<TypeDefinition, 'scriptFile'>;

const grammar = /^\w[\w-]*(?:\.\w[\w-]*)+$/;
const longestName = 200;
const mostTypes = 500;
const mostProperties = 500;
const longestLine = 20;
/** The product's own (decisions.md, Scripts), besides the one that `TYPE_PREFIX` sets; who could define a type in them could pass for it. */
const reserved = new Set(['rel', 'events', 'configuration', 'udm', 'delivery']);

const isTypeName = (name: string): boolean => name.length <= longestName && grammar.test(name);

/** The part before the last dot: the directory of the type's script has this name. */
export const namespaceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** The types that definition files write, checked and made whole. Throws BadPlugin. */
export function defineTypes(written: readonly unknown[]): readonly Unscripted[] {
  if (written.length === 0) throw new BadPlugin('the plugin defines no types');
  if (written.length > mostTypes) throw new BadPlugin(`the plugin defines more than ${mostTypes} types`);
  const types = written.map(defineType);
  requireDistinct(
    types.map(({ name }) => name),
    (name) => `type '${name}' is defined twice`,
  );
  for (const type of types) requireEnd(type, types);
  return types;
}

function defineType(value: unknown): Unscripted {
  const read = writtenType.safeParse(value);
  if (!read.success) throw new BadPlugin(faultOf(read.error.issues[0]?.path.map(String) ?? [], value));
  const written = read.data;
  const { type: name } = written;
  if (!isTypeName(name)) throw new BadPlugin(`'${inLine(name)}' is no type name: 'namespace.Name' is expected`);
  if (reserved.has(namespaceOf(name))) throw new BadPlugin(`type '${name}' is in a namespace of the product`);
  if (!isTypeName(written.extends)) {
    throw new BadPlugin(`type '${name}' extends '${inLine(written.extends)}', which is no type name`);
  }
  return wholeType(written, name);
}

function wholeType(written: WrittenType, name: string): Unscripted {
  if (written.properties.length > mostProperties) {
    throw new BadPlugin(`type '${name}' has more than ${mostProperties} properties`);
  }
  const properties = written.properties.map((property) => defineProperty(property, name));
  requireDistinct(
    properties.map((property) => property.name),
    (each) => `type '${name}' has the property '${each}' twice`,
  );
  return {
    name,
    extends: written.extends,
    label: written.label || worded(name.slice(name.lastIndexOf('.') + 1)),
    description: written.description ?? '',
    virtual: written.virtual ?? false,
    properties,
  };
}

function faultOf(path: readonly string[], value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'type' in value ? inLine(String(value.type)) : '';
  if (path[0] === 'type') return 'a type has no name';
  if (path[0] === 'extends') return `type '${name}' does not say what it extends`;
  return `type '${name}' cannot be understood at ${inLine(path.join('.'))}`;
}

function requireDistinct(names: readonly string[], refusal: (name: string) => string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new BadPlugin(refusal(name));
    seen.add(name);
  }
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
