import { inLine } from '@slipway/formats';
import { BadPlugin } from './bad-plugin.ts';
import { defineProperty, worded } from './define-property.ts';
import { type PropertyDefinition, type TypeDefinition, typeDefinition } from './type-definition.ts';
import { type WrittenType, writtenType } from './written.ts';

/** A type without what is found out from the plugin's scripts. */
export type Unscripted = Omit<TypeDefinition, 'scriptFile'>;
const unscripted = typeDefinition.omit({ scriptFile: true });

const grammar = /^\w[\w-]*(?:\.\w[\w-]*)+$/;
const longestName = 200;
const mostTypes = 500;
const mostProperties = 500;
const longestLine = 20;
/**
 * The namespaces of the product (compatibility.md, Scripts), besides the one of `TYPE_PREFIX`. A type in them could
 * imitate one of the product.
 */
export const reserved: ReadonlySet<string> = new Set(['rel', 'events', 'configuration', 'udm', 'delivery']);

const isTypeName = (name: string): boolean => name.length <= longestName && grammar.test(name);

/** The part before the last dot: the directory of the type's script has this name. */
export const namespaceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/**
 * Returns the types of definition files, validated and completed. A type that cannot be used is left out. `warn` gets a
 * sentence for each part without effect. Throws BadPlugin for more types than a plugin may have.
 */
export function defineTypes(written: readonly unknown[], warn: (warning: string) => void): readonly Unscripted[] {
  if (written.length > mostTypes) throw new BadPlugin(`the plugin defines more than ${mostTypes} types`);
  const byName = new Map<string, Unscripted>();
  for (const value of written) {
    const type = typeOrFault(value, warn);
    if (typeof type === 'string') warn(`${type}: it is left out`);
    else if (byName.has(type.name)) warn(`type '${type.name}' is defined twice: the first one counts`);
    else byName.set(type.name, type);
  }
  return withoutCircles([...byName.values()], warn);
}

/** The type, or a sentence with the reason why it cannot be used. */
function typeOrFault(value: unknown, warn: (warning: string) => void): Unscripted | string {
  const read = writtenType.safeParse(value);
  if (!read.success) return faultOf(read.error.issues[0]?.path.map(String) ?? [], value);
  const written = read.data;
  const { type: name } = written;
  if (!isTypeName(name)) return `'${inLine(name)}' is no type name: 'namespace.Name' is expected`;
  if (reserved.has(namespaceOf(name))) return inNamespaceOfProduct(name);
  if (!isTypeName(written.extends)) {
    return `type '${name}' extends '${inLine(written.extends)}', which is no type name`;
  }
  if (written.properties.length > mostProperties) return `type '${name}' has more than ${mostProperties} properties`;
  const type = wholeType(written, warn);
  const { error } = unscripted.safeParse(type);
  const [issue] = error?.issues ?? [];
  return issue === undefined
    ? type
    : `type '${name}' cannot be used at ${inLine(issue.path.join('.'))}: ${issue.message}`;
}

/** The reason why a plugin may not define a type: it could pass for one of the product. */
export const inNamespaceOfProduct = (name: string): string => `type '${name}' is in a namespace of the product`;

function wholeType(written: WrittenType, warn: (warning: string) => void): Unscripted {
  const { type: name } = written;
  const properties = new Map<string, PropertyDefinition>();
  for (const each of written.properties) {
    const property = defineProperty(each, name, warn);
    if (property === null) continue;
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
  if (path[0] === 'extends') return `type '${name}' has no base type`;
  return `type '${name}' cannot be understood at ${inLine(path.join('.'))}`;
}

/** The types whose line of ancestors ends. */
function withoutCircles(types: readonly Unscripted[], warn: (warning: string) => void): readonly Unscripted[] {
  return types.filter((type) => {
    const fault = faultOfLine(type, types);
    if (fault !== null) warn(`${fault}: it is left out`);
    return fault === null;
  });
}

function faultOfLine(type: Unscripted, types: readonly Unscripted[]): string | null {
  let ancestors = 0;
  for (let parent = parentOf(type, types); parent; parent = parentOf(parent, types)) {
    ancestors += 1;
    if (parent === type) return `type '${type.name}' extends itself`;
    if (ancestors > longestLine) return `type '${type.name}' extends more than ${longestLine} types`;
  }
  return null;
}

/** The type that another one extends, where it is among these. */
export const parentOf = (type: Unscripted, types: readonly Unscripted[]): Unscripted | undefined =>
  types.find(({ name }) => name === type.extends);
