import { type Json, passwordMask } from '@slipway/domain';

type Properties = Readonly<Record<string, Json>>;

const none: readonly string[] = [];

/** The properties of a task type that are secrets. */
const secretsOf = (type: string): readonly string[] => (type === 'DeployitTask' ? ['password'] : none);

/** What goes out: secrets masked (decisions.md, Secrets). */
export function masked(type: string, properties: Properties): Properties {
  const masks = secretsOf(type)
    .filter((name) => typeof properties[name] === 'string' && properties[name] !== '')
    .map((name) => [name, passwordMask]);
  return masks.length === 0 ? properties : { ...properties, ...Object.fromEntries(masks) };
}

/** What came in: secrets sealed; a mask means the stored one, and is left out. */
export function sealed(type: string, properties: Properties, seal: (clear: string) => string): Properties {
  const secrets = secretsOf(type);
  if (secrets.length === 0) return properties;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
      if (!secrets.includes(name) || typeof value !== 'string' || value === '') return [[name, value]];
      return value === passwordMask ? [] : [[name, seal(value)]];
    }),
  );
}
