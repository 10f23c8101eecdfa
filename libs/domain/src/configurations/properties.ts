import { isObject, type Json } from '../model/json.ts';

/** What a configuration has besides its id, type, title and folder, by name. */
export type Properties = Readonly<Record<string, Json>>;

/** What is said of one property by the type that has it. */
export interface PropertyRule {
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  /** it is required only since its definition says nothing else, which is a word to forms and refuses no request */
  readonly implied?: boolean;
  readonly password: boolean;
  /** forms do not ask for it */
  readonly hidden?: boolean;
  readonly defaultValue: Json;
  /** of kind `enum`: what it may be */
  readonly enumValues: readonly string[];
}

/** A type of configurations, with all that it inherits. */
export interface TypeRule {
  readonly name: string;
  readonly extends: string;
  /** only other types are made of it */
  readonly virtual: boolean;
  /** it may have properties that are not known, since what it extends has no definition */
  readonly open?: boolean;
  readonly properties: readonly PropertyRule[];
}

export type FindType = (name: string) => TypeRule | undefined;

/** Whether a type is this one or one that extends it, however far. */
export function isKindOf(find: FindType, name: string, ancestor: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = find(at)?.extends) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** A type, and of these types all that extend it. */
export const kindsOf = (find: FindType, names: readonly string[], ancestor: string): readonly string[] => [
  ancestor,
  ...names.filter((name) => name !== ancestor && isKindOf(find, name, ancestor)),
];

/**
 * Lays what was sent over what is stored: what is absent stays, null takes away. An object inside that stays of its
 * type is changed in the same way; anything else takes the place of what was there.
 */
export function mergeProperties(stored: Properties, sent: Properties): Properties {
  const result = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(sent)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else if (isObject(before) && isObject(value) && staysOfType(before, value))
      result.set(name, mergeProperties(before, value));
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

const staysOfType = (before: Properties, { type = before.type ?? null }: Properties): boolean =>
  typeof before.type === 'string' && before.type === type;
