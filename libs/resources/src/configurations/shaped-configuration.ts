import {
  clip,
  concreteType,
  endpointProperties,
  endpointType,
  hideSecrets,
  Invalid,
  isKindOf,
  isTransforming,
  normalizeProperties,
  type Properties,
  type StoredProperties,
  withEndpointId,
} from '@slipway/domain';
import { type Configuration, configurationPurpose, type Seal } from '@slipway/persistence';
import { productTypes } from '@slipway/plugins';
import { commonConfigurationFields } from '@slipway/wire';
import type { KnownTypes } from './known-types.ts';

/** The properties of a configuration as they are kept. */
export type Shaped = Pick<Configuration, 'properties' | 'secrets' | 'path'>;

interface Shaping {
  readonly types: KnownTypes;
  readonly seal: Seal;
  readonly id: string;
  readonly type: string;
  readonly properties: Properties;
  /** what is stored of it */
  readonly stored: Configuration | null;
}

/**
 * Converts properties to the shape of their type, and encrypts their secrets. Properties of an unknown type stay as
 * they are, since exports of the family contain connections without their plugin. They are encrypted if their names
 * look like secrets. The namespace `events` belongs to the product and has no unknown types. Throws Invalid.
 */
export function shapedConfiguration(shaping: Shaping): Shaped {
  const { types, seal, id, type, properties, stored } = shaping;
  const isEndpoint = isKindOf(types.find, type, endpointType);
  const fit = (given: Properties): Properties => {
    const fitting = fitted(types, type, isTransforming(types.find, type) ? withEndpointId(given) : given);
    return isEndpoint ? endpointProperties(types.find, fitting) : fitting;
  };
  const whole = fit(properties);
  const before: StoredProperties | null = stored && {
    open: refitted(stored.properties, fit),
    secrets: new Set(Object.keys(stored.secrets)),
  };
  const { open, fresh, kept } = hideSecrets(type, whole, before, types.isSecret);
  const sealed = [...fresh].map(([pointer, clear]) => [pointer, seal.seal(configurationPurpose(id, pointer), clear)]);
  const known = kept.map((pointer) => [pointer, stored?.secrets[pointer] ?? '']);
  return {
    properties: open,
    secrets: Object.fromEntries([...known, ...sealed]),
    path: isEndpoint && typeof whole.path === 'string' ? whole.path : null,
  };
}

/**
 * Brings stored properties into the current shape of their type, so that a default of a newer plugin does not count as a
 * change. Returns them unchanged if they do not fit any more.
 */
export function refitted(stored: Properties, fit: (given: Properties) => Properties): Properties {
  try {
    return fit(stored);
  } catch (error) {
    if (error instanceof Invalid) return stored;
    throw error;
  }
}

function fitted(types: KnownTypes, type: string, properties: Properties): Properties {
  if (types.find(type) !== undefined || type.startsWith('events.')) {
    const rule = concreteType(types.find, type, 'type');
    if (productTypes.has(type) && !isKindOf(types.find, type, 'Configuration')) {
      throw new Invalid(`type: '${clip(type)}' is no type of configurations`);
    }
    const own = rule.properties.filter(({ name }) => !commonConfigurationFields.has(name));
    return normalizeProperties(types.find, { ...rule, properties: own }, properties);
  }
  if (!/^\w[\w.-]{0,199}$/.test(type)) throw new Invalid(`type: '${clip(type)}' is no name of a type`);
  return properties;
}
