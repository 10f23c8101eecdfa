import { productTypes } from '../built-in/product-types.ts';
import type { PluginType } from './plugin-types.ts';

/** The base of all configurations. */
const anyConfiguration = 'Configuration';

/**
 * The types of the objects that a property with this referenced type can name: the type itself and all types that extend
 * it. Types with an unknown base are included. Returns null if the property can name an object of any type.
 */
export function referencedTypes(types: ReadonlyMap<string, PluginType>, referenced: string | null): ReferencedTypes {
  const find = (name: string) => types.get(name) ?? productTypes.get(name);
  if (referenced === null || referenced === anyConfiguration || find(referenced) === undefined) return null;
  const isKindOf = (name: string): boolean => {
    const seen = new Set<string>();
    for (
      let current: string | undefined = name;
      current !== undefined && !seen.has(current);
      current = find(current)?.extends
    ) {
      if (current === referenced) return true;
      seen.add(current);
    }
    return types.get(name)?.open === true;
  };
  return [...new Set([...productTypes.keys(), ...types.keys()])].filter(isKindOf);
}

export type ReferencedTypes = readonly string[] | null;
