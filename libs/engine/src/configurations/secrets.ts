import type { Configuration } from '@slipway/persistence/configurations';
import { configurationPurpose, type Seal } from '@slipway/persistence/secrets';

/**
 * Returns the secrets of a configuration in clear text, by property. Throws an error if a secret was encrypted with
 * another key.
 */
export const openSecrets = (
  seal: Seal,
  { id, secrets }: Pick<Configuration, 'id' | 'secrets'>,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(secrets).map(([pointer, sealed]) => [pointer, seal.open(configurationPurpose(id, pointer), sealed)]),
  );
