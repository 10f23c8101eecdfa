import type { Configuration, Seal } from '@slipway/persistence';

/** A secret of a configuration is sealed for its place: elsewhere it cannot be opened. */
export const configurationPurpose = (id: string, pointer: string) => `configuration ${id} ${pointer}` as const;

/** The secrets of a configuration in clear, by where they belong. Throws where one was sealed with another key. */
export const openSecrets = (
  seal: Seal,
  { id, secrets }: Pick<Configuration, 'id' | 'secrets'>,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(secrets).map(([pointer, sealed]) => [pointer, seal.open(configurationPurpose(id, pointer), sealed)]),
  );
