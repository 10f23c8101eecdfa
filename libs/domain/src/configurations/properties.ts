import { isObject, type Json } from '../model/json.ts';

/** The properties of a configuration by name, without its id, type, title and folder. */
export type Properties = Readonly<Record<string, Json>>;

/** The definition of a property in its type. */
export interface PropertyRule {
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  /** Required by default only: forms show it as required, and requests without it are accepted. */
  readonly implied?: boolean;
  readonly password: boolean;
  /** Not shown in forms. */
  readonly hidden?: boolean;
  readonly defaultValue: Json;
  /** For the kind `enum`: the allowed values. */
  readonly enumValues: readonly string[];
}

/** A type of configurations with its own and inherited properties. */
export interface TypeRule {
  readonly name: string;
  readonly extends: string;
  /** Abstract: only other types extend it, and no configuration has it. */
  readonly virtual: boolean;
  /** Allows unknown properties, because a type that it extends has no definition. */
  readonly open?: boolean;
  readonly properties: readonly PropertyRule[];
}

export type FindType = (name: string) => TypeRule | undefined;

/** Whether a type is `ancestor` or extends it, directly or indirectly. */
export function isKindOf(find: FindType, name: string, ancestor: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = find(at)?.extends) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** Returns `ancestor` and the types in `names` that extend it. */
export const kindsOf = (find: FindType, names: readonly string[], ancestor: string): readonly string[] => [
  ancestor,
  ...names.filter((name) => name !== ancestor && isKindOf(find, name, ancestor)),
];

/**
 * Merges sent properties into stored ones: an absent member stays, and null deletes it. A nested object of the same
 * type is merged in the same way; any other value replaces the stored one.
 */
export function mergeProperties(stored: Properties, sent: Properties): Properties {
  const result = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(sent)) {
    const previous = result.get(name);
    if (value === null) result.delete(name);
    else if (isObject(previous) && isObject(value) && hasSameType(previous, value))
      result.set(name, mergeProperties(previous, value));
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

const hasSameType = (previous: Properties, { type = previous.type ?? null }: Properties): boolean =>
  typeof previous.type === 'string' && previous.type === type;
