import { createParseOptions, type ParseOptions } from '@slipway/api-schema/plans';
import { passwordsOf } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';

/** The options for parsing the input of clients and scripts. */
export async function parseOptionsFor({
  typePrefix,
  seal,
  plugins,
}: Pick<ResourceContext, 'typePrefix' | 'seal' | 'plugins'>): Promise<ParseOptions> {
  const types = await plugins.current();
  return createParseOptions({
    prefix: typePrefix,
    seal: (clearText) => seal.seal('property', clearText),
    passwords: (type) => (types.has(type) ? passwordsOf(types, type) : null),
    inputs: (type) => types.get(type)?.inputs ?? [],
  });
}
