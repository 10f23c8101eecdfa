import { passwordsOf } from '@slipway/plugins';
import { type Reading, readingBy } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';

/** How to read what clients and scripts of this installation write. */
export async function readingOf({
  typePrefix,
  seal,
  plugins,
}: Pick<ResourceContext, 'typePrefix' | 'seal' | 'plugins'>): Promise<Reading> {
  const types = await plugins.current();
  return readingBy({
    prefix: typePrefix,
    seal: (clear) => seal.seal('property', clear),
    passwords: (type) => (types.has(type) ? passwordsOf(types, type) : null),
    inputs: (type) => types.get(type)?.inputs ?? [],
  });
}
