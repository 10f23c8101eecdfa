import { commonConfigurationFields } from '@slipway/api-schema/configurations';
import {
  hideSecrets,
  isKindOf,
  kindsOf,
  looksSecret,
  normalizeProperties,
  type Properties,
  requireConcreteType,
  type StoredProperties,
  type TypeRule,
} from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { endpointProperties, endpointType, isEventSourceType, withEndpointId } from '@slipway/domain/webhooks';
import type { Configuration } from '@slipway/persistence/configurations';
import { configurationPurpose, type Seal } from '@slipway/persistence/secrets';
import { openTypes, productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';

/** The current types of configurations. */
export interface TypeCatalog {
  /** Returns a type with its inherited properties. Names of built-in types have no prefix. */
  find(name: string): TypeRule | undefined;
  /**
   * Whether a property is a secret: by the definition of its type, or by its name if the type or its base is unknown.
   */
  isSecret(type: string, name: string): boolean;
  /** Returns a type and all types that extend it. */
  kindsOf(name: string): readonly string[];
}

const builtIn: ReadonlyMap<string, TypeRule> = new Map(
  [...productTypes].map(([name, type]) => [name, { ...type, open: openTypes.has(name) }]),
);

/** Loads the built-in types and the types of the installed plugins. */
export async function loadTypeCatalog({ plugins }: Pick<ResourceContext, 'plugins'>): Promise<TypeCatalog> {
  const pluginTypes = await plugins.current();
  const find = (name: string) => builtIn.get(name) ?? pluginTypes.get(name);
  const isOpen = (name: string) => find(name)?.open !== false;
  return {
    find,
    isSecret: (type, name) => {
      const property = find(type)?.properties.find((candidate) => candidate.name === name);
      if (property !== undefined) return property.password;
      return isOpen(type) && looksSecret(name);
    },
    kindsOf: (name) => kindsOf(find, [...productTypes.keys(), ...pluginTypes.keys()], name),
  };
}

/** The properties of a configuration in their stored form. */
type ShapedConfiguration = Pick<Configuration, 'properties' | 'secrets' | 'path'>;

interface ShapeInput {
  readonly types: TypeCatalog;
  readonly seal: Seal;
  readonly id: string;
  readonly type: string;
  readonly properties: Properties;
  /** the stored configuration; null for a new one */
  readonly stored: Configuration | null;
}

/**
 * Converts properties to the form of their type, and encrypts their secrets. Exports of the family contain connections
 * without their plugin, so properties of an unknown type stay unchanged; those with names like secrets are encrypted.
 * The namespace `events` belongs to the product and has no unknown types. Throws Invalid.
 */
export function shapeConfiguration(input: ShapeInput): ShapedConfiguration {
  const { types, seal, id, type, properties, stored } = input;
  const isEndpoint = isKindOf(types.find, type, endpointType);
  const shape = (rawProperties: Properties): Properties => {
    const shaped = fitToType(
      types,
      type,
      isEventSourceType(types.find, type) ? withEndpointId(rawProperties) : rawProperties,
    );
    return isEndpoint ? endpointProperties(types.find, shaped) : shaped;
  };
  const allProperties = shape(properties);
  const before: StoredProperties | null = stored && {
    open: reshapeStored(stored.properties, shape),
    secrets: new Set(Object.keys(stored.secrets)),
  };
  const { open, newSecrets: fresh, keptPointers: kept } = hideSecrets(type, allProperties, before, types.isSecret);
  const sealed = [...fresh].map(([pointer, clear]) => [pointer, seal.seal(configurationPurpose(id, pointer), clear)]);
  const keptSecrets = kept.map((pointer) => [pointer, stored?.secrets[pointer] ?? '']);
  return {
    properties: open,
    secrets: Object.fromEntries([...keptSecrets, ...sealed]),
    path: isEndpoint && typeof allProperties.path === 'string' ? allProperties.path : null,
  };
}

/**
 * Converts stored properties to the current form of their type, so that a default of a newer plugin does not count as a
 * change. Returns properties that no longer match the type unchanged.
 */
export function reshapeStored(stored: Properties, shape: (rawProperties: Properties) => Properties): Properties {
  try {
    return shape(stored);
  } catch (error) {
    if (error instanceof Invalid) return stored;
    throw error;
  }
}

function fitToType(types: TypeCatalog, type: string, properties: Properties): Properties {
  if (types.find(type) !== undefined || type.startsWith('events.')) {
    const rule = requireConcreteType(types.find, type, 'type');
    if (productTypes.has(type) && !isKindOf(types.find, type, 'Configuration')) {
      throw new Invalid(message('configuration.notAType', { type }));
    }
    const configurable = rule.properties.filter(({ name }) => !commonConfigurationFields.has(name));
    return normalizeProperties(types.find, { ...rule, properties: configurable }, properties);
  }
  if (!/^\w[\w.-]{0,199}$/.test(type)) throw new Invalid(message('configuration.notATypeName', { type }));
  return properties;
}
