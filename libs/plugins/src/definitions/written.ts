import { z } from 'zod';

/** A flag of a definition: as a boolean, or in words; any other value is false, as in the products of the family. */
const flag = z
  .union([z.boolean(), z.string().transform((word) => word.trim().toLowerCase() === 'true')])
  .nullish()
  .transform((said) => said ?? undefined);
/** YAML reads `1.0` and `true` as what they look like, where a text is meant. */
const word = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const text = z.union([word, z.null().transform(() => '')]).optional();
const choice = z.union([word, z.object({ value: word }).transform(({ value }) => value)]);

/** A property in definition files, by the XML names of its attributes; others are ignored. */
export const writtenProperty = z.object({
  name: z.string(),
  kind: text,
  category: text,
  label: text,
  description: text,
  required: flag,
  password: flag,
  hidden: flag,
  default: z.unknown().optional(),
  'enum-values': z.array(choice).optional(),
  'referenced-type': text,
});
export type WrittenProperty = z.output<typeof writtenProperty>;

/** A type as definition files write it. */
export const writtenType = z.object({
  type: z.string(),
  extends: z.string(),
  label: text,
  description: text,
  virtual: flag,
  properties: z.array(writtenProperty),
});
export type WrittenType = z.output<typeof writtenType>;

export interface Definitions {
  /** each to be read as a `writtenType` */
  readonly types: readonly unknown[];
  /** the names of types of others that it changes */
  readonly modified: readonly string[];
}
