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
import { configurationPurpose } from '@slipway/engine';
import type { Configuration, Seal } from '@slipway/persistence';
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
 * Brings properties into the shape of their type, and seals their secrets. Of a type that nobody defines (exports of
 * the family hold connections whose plugin is not installed) they are kept as they came, and sealed where their names
 * look like those of secrets; the namespace `events` is ours, and has no such types. Throws Invalid.
 */
export function shapedConfiguration({ types, seal, id, type, properties, stored }: Shaping): Shaped {
  const isEndpoint = isKindOf(types.find, type, endpointType);
  const fitting = fitted(types, type, isTransforming(types.find, type) ? withEndpointId(properties) : properties);
  const whole = isEndpoint ? endpointProperties(types.find, fitting) : fitting;
  const before: StoredProperties | null = stored && {
    open: stored.properties,
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
