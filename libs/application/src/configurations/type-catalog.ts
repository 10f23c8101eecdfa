import { kindsOf, looksSecret, type TypeRule } from '@slipway/domain/configurations';
import { openTypes, productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';

/** The types of configurations that are there at this moment. */
export interface TypeCatalog {
  /** a type with all that it inherits; ours without prefix */
  find(name: string): TypeRule | undefined;
  /**
   * Whether a property is a secret: by the definition of its type, or by its name if the type or its base is unknown.
   */
  isSecret(type: string, name: string): boolean;
  /** a type and all that extend it */
  kindsOf(name: string): readonly string[];
}

const builtIn: ReadonlyMap<string, TypeRule> = new Map(
  [...productTypes].map(([name, type]) => [name, { ...type, open: openTypes.has(name) }]),
);

/** What is built in, and what the installed plugins define. */
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
