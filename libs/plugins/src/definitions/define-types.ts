import { type Message, message, type Warn } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { defineProperty, toLabel } from './define-property.ts';
import {
  BadPlugin,
  issueMessage,
  type PropertyDefinition,
  type RawType,
  rawType,
  type TypeDefinition,
  typeDefinition,
} from './type-definition.ts';

/** A type before its script is resolved. */
export type TypeWithoutScript = Omit<TypeDefinition, 'scriptFile'>;
const typeWithoutScript = typeDefinition.omit({ scriptFile: true });

const grammar = /^\w[\w-]*(?:\.\w[\w-]*)+$/;
const maxNameLength = 200;
const maxTypes = 500;
const maxProperties = 500;
const maxAncestors = 20;
/**
 * The namespaces of the product (compatibility.md, Scripts), in addition to `TYPE_PREFIX`. A type in them could imitate
 * a built-in type.
 */
export const reservedNamespaces: ReadonlySet<string> = new Set(['rel', 'events', 'configuration', 'udm', 'delivery']);

const isTypeName = (name: string): boolean => name.length <= maxNameLength && grammar.test(name);

/** Returns the part before the last dot, which is also the name of the directory of the type's script. */
export const namespaceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/**
 * Returns the validated and completed types of definition files. Unusable types are omitted. `warn` receives a message
 * for each part without effect. Throws BadPlugin above the maximum number of types.
 */
export function defineTypes(input: readonly unknown[], warn: Warn): readonly TypeWithoutScript[] {
  if (input.length > maxTypes) throw new BadPlugin(message('pluginFault.tooManyTypes', { max: maxTypes }));
  const byName = new Map<string, TypeWithoutScript>();
  for (const value of input) {
    const type = typeOrFault(value, warn);
    if ('code' in type) warn(message('pluginWarning.typeLeftOut', { fault: type }));
    else if (byName.has(type.name)) warn(message('pluginWarning.duplicateType', { type: type.name }));
    else byName.set(type.name, type);
  }
  return withoutCycles([...byName.values()], warn);
}

/** Returns the type, or the reason why it is unusable. */
function typeOrFault(value: unknown, warn: Warn): TypeWithoutScript | Message {
  const read = rawType.safeParse(value);
  if (!read.success) return faultOf(read.error.issues[0]?.path.map(String) ?? [], value);
  const input = read.data;
  const { type: name } = input;
  if (!isTypeName(name)) return message('pluginFault.badTypeName', { type: toSingleLine(name) });
  if (reservedNamespaces.has(namespaceOf(name))) return message('pluginFault.reservedNamespace', { type: name });
  if (!isTypeName(input.extends))
    return message('pluginFault.badBaseType', { type: name, base: toSingleLine(input.extends) });
  if (input.properties.length > maxProperties)
    return message('pluginFault.tooManyProperties', { type: name, max: maxProperties });
  const type = completeType(input, warn);
  const { error } = typeWithoutScript.safeParse(type);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return type;
  const path = toSingleLine(issue.path.join('.'));
  return message('pluginFault.badType', { type: name, path, problem: issueMessage(issue) });
}

/** Returns the warning about a type that is omitted because it could imitate a built-in type. */
export const reservedTypeWarning = (type: string): Message =>
  message('pluginWarning.typeLeftOut', { fault: message('pluginFault.reservedNamespace', { type }) });

function completeType(input: RawType, warn: Warn): TypeWithoutScript {
  const { type: name } = input;
  const properties = new Map<string, PropertyDefinition>();
  for (const propertyInput of input.properties) {
    const property = defineProperty(propertyInput, name, warn);
    if (property === null) continue;
    if (properties.has(property.name))
      warn(message('pluginWarning.duplicateProperty', { type: name, property: property.name }));
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

function faultOf(path: readonly string[], value: unknown): Message {
  const type = typeof value === 'object' && value !== null && 'type' in value ? toSingleLine(String(value.type)) : '';
  if (path[0] === 'type') return message('pluginFault.withoutName');
  if (path[0] === 'extends') return message('pluginFault.withoutBaseType', { type });
  return message('pluginFault.unreadableType', { type, path: toSingleLine(path.join('.')) });
}

/** Returns the types without an inheritance cycle. */
function withoutCycles(types: readonly TypeWithoutScript[], warn: Warn): readonly TypeWithoutScript[] {
  return types.filter((type) => {
    const fault = ancestryFault(type, types);
    if (fault !== null) warn(message('pluginWarning.typeLeftOut', { fault }));
    return fault === null;
  });
}

function ancestryFault(type: TypeWithoutScript, types: readonly TypeWithoutScript[]): Message | null {
  let ancestors = 0;
  for (let parent = parentOf(type, types); parent; parent = parentOf(parent, types)) {
    ancestors += 1;
    if (parent === type) return message('pluginFault.extendsItself', { type: type.name });
    if (ancestors > maxAncestors)
      return message('pluginFault.tooManyAncestors', { type: type.name, max: maxAncestors });
  }
  return null;
}

/** Returns the parent of a type if it is in this list. */
export const parentOf = (type: TypeWithoutScript, types: readonly TypeWithoutScript[]): TypeWithoutScript | undefined =>
  types.find(({ name }) => name === type.extends);
