import type { ConfigurationTypeResponse } from '@slipway/api-schema/configurations';
import { showType } from '@slipway/api-schema/format';
import { isKindOf } from '@slipway/domain/configurations';
import { productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';

/** The base of all configurations. */
const configurationRoot = 'Configuration';

/**
 * Returns the types of configurations that a user can create, by title: built-in types and those of the installed
 * plugins, without virtual ones.
 */
export async function listConfigurationTypes(
  { plugins }: Pick<ResourceContext, 'plugins'>,
  typePrefix: string,
): Promise<readonly ConfigurationTypeResponse[]> {
  const pluginTypes = await plugins.current();
  const find = (name: string) => productTypes.get(name) ?? pluginTypes.get(name);
  const builtIn = [...productTypes.values()].map((type) => ({ ...type, plugin: undefined }));
  return [...builtIn, ...pluginTypes.values()]
    .filter(({ name, virtual }) => !virtual && isKindOf(find, name, configurationRoot))
    .map(({ name, label, description, plugin }) => ({
      type: showType(name, typePrefix),
      title: label,
      description,
      ...(plugin !== undefined && { plugin }),
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
}
