import { kindsOf, looksSecret, type TypeRule } from '@slipway/domain';
import { eventTypes, type TypeDefinition } from '@slipway/plugins';
import type { Deps } from './deps.ts';

/** The types of configurations that are there at this moment. */
export interface KnownTypes {
  /** a type with all that it inherits */
  find(name: string): TypeRule | undefined;
  /** Whether a property is a secret: by the definition of its type, or, where nobody defines that, by its name. */
  isSecret(type: string, name: string): boolean;
  /** a type and all that extend it */
  kindsOf(name: string): readonly string[];
}

const builtIn: ReadonlyMap<string, TypeDefinition> = new Map(eventTypes.map((type) => [type.name, type]));

/** What is built in, and what the installed plugins define. */
export async function knownTypes({ plugins }: Pick<Deps, 'plugins'>): Promise<KnownTypes> {
  const theirs = await plugins.current();
  const find = (name: string) => builtIn.get(name) ?? theirs.get(name);
  return {
    find,
    isSecret: (type, name) => {
      const known = find(type);
      if (known === undefined) return looksSecret(name);
      return known.properties.some((property) => property.name === name && property.password);
    },
    kindsOf: (name) => kindsOf(find, [...builtIn.keys(), ...theirs.keys()], name),
  };
}
