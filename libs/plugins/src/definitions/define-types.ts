import { toSingleLine } from '@slipway/formats';
import { BadPlugin } from './bad-plugin.ts';
import { defineProperty, toLabel } from './define-property.ts';
import {
  type PropertyDefinition,
  type RawType,
  rawType,
  type TypeDefinition,
  typeDefinition,
} from './type-definition.ts';

/** A type without what is found out from the plugin's scripts. */
export type TypeWithoutScript = Omit<TypeDefinition, 'scriptFile'>;
const typeWithoutScript = typeDefinition.omit({ scriptFile: true });

const grammar = /^\w[\w-]*(?:\.\w[\w-]*)+$/;
const maxNameLength = 200;
const maxTypes = 500;
const maxProperties = 500;
const maxAncestors = 20;
/**
 * The namespaces of the product (compatibility.md, Scripts), besides the one of `TYPE_PREFIX`. A type in them could
 * imitate one of the product.
 */
export const reservedNamespaces: ReadonlySet<string> = new Set(['rel', 'events', 'configuration', 'udm', 'delivery']);

const isTypeName = (name: string): boolean => name.length <= maxNameLength && grammar.test(name);

/** The part before the last dot: the directory of the type's script has this name. */
export const namespaceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/**
 * Returns the types of definition files, validated and completed. A type that cannot be used is left out. `warn` gets a
 * sentence for each part without effect. Throws BadPlugin for more types than a plugin may have.
 */
export function defineTypes(input: readonly unknown[], warn: (warning: string) => void): readonly TypeWithoutScript[] {
  if (input.length > maxTypes) throw new BadPlugin(`the plugin defines more than ${maxTypes} types`);
  const byName = new Map<string, TypeWithoutScript>();
  for (const value of input) {
    const type = typeOrFault(value, warn);
    if (typeof type === 'string') warn(`${type}: it is left out`);
    else if (byName.has(type.name)) warn(`type '${type.name}' is defined twice: the first one counts`);
    else byName.set(type.name, type);
  }
  return withoutCycles([...byName.values()], warn);
}

/** The type, or a sentence with the reason why it cannot be used. */
function typeOrFault(value: unknown, warn: (warning: string) => void): TypeWithoutScript | string {
  const read = rawType.safeParse(value);
  if (!read.success) return faultOf(read.error.issues[0]?.path.map(String) ?? [], value);
  const input = read.data;
  const { type: name } = input;
  if (!isTypeName(name)) return `'${toSingleLine(name)}' is no type name: 'namespace.Name' is expected`;
  if (reservedNamespaces.has(namespaceOf(name))) return reservedNamespaceMessage(name);
  if (!isTypeName(input.extends)) {
    return `type '${name}' extends '${toSingleLine(input.extends)}', which is no type name`;
  }
  if (input.properties.length > maxProperties) return `type '${name}' has more than ${maxProperties} properties`;
  const type = completeType(input, warn);
  const { error } = typeWithoutScript.safeParse(type);
  const [issue] = error?.issues ?? [];
  return issue === undefined
    ? type
    : `type '${name}' cannot be used at ${toSingleLine(issue.path.join('.'))}: ${issue.message}`;
}

/** The reason why a plugin may not define a type: it could pass for one of the product. */
export const reservedNamespaceMessage = (name: string): string => `type '${name}' is in a namespace of the product`;

function completeType(input: RawType, warn: (warning: string) => void): TypeWithoutScript {
  const { type: name } = input;
  const properties = new Map<string, PropertyDefinition>();
  for (const propertyInput of input.properties) {
    const property = defineProperty(propertyInput, name, warn);
    if (property === null) continue;
    if (properties.has(property.name)) {
      warn(`type '${name}' has the property '${property.name}' twice: the last one counts`);
    }
    properties.set(property.name, property);
  }
  return {
    name,
    extends: input.extends,
    label: input.label || toLabel(name.slice(name.lastIndexOf('.') + 1)),
    description: input.description ?? '',
    virtual: input.virtual ?? false,
    properties: [...properties.values()],
  };
}

function faultOf(path: readonly string[], value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'type' in value ? toSingleLine(String(value.type)) : '';
  if (path[0] === 'type') return 'a type has no name';
  if (path[0] === 'extends') return `type '${name}' has no base type`;
  return `type '${name}' cannot be understood at ${toSingleLine(path.join('.'))}`;
}

/** The types whose line of ancestors ends. */
function withoutCycles(
  types: readonly TypeWithoutScript[],
  warn: (warning: string) => void,
): readonly TypeWithoutScript[] {
  return types.filter((type) => {
    const fault = ancestryFault(type, types);
    if (fault !== null) warn(`${fault}: it is left out`);
    return fault === null;
  });
}

function ancestryFault(type: TypeWithoutScript, types: readonly TypeWithoutScript[]): string | null {
  let ancestors = 0;
  for (let parent = parentOf(type, types); parent; parent = parentOf(parent, types)) {
    ancestors += 1;
    if (parent === type) return `type '${type.name}' extends itself`;
    if (ancestors > maxAncestors) return `type '${type.name}' extends more than ${maxAncestors} types`;
  }
  return null;
}

/** The type that another one extends, where it is among these. */
export const parentOf = (type: TypeWithoutScript, types: readonly TypeWithoutScript[]): TypeWithoutScript | undefined =>
  types.find(({ name }) => name === type.extends);
