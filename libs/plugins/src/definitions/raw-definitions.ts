import { z } from 'zod';

/** A flag of a definition: as a boolean, or in words; any other value is false, as in the products of the family. */
const flag = z
  .union([z.boolean(), z.string().transform((scalarText) => scalarText.trim().toLowerCase() === 'true')])
  .nullish()
  .transform((flagValue) => flagValue ?? undefined);
/** YAML reads `1.0` and `true` as what they look like, where a text is meant. */
const scalarText = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const text = z.union([scalarText, z.null().transform(() => '')]).optional();
const choice = z.union([scalarText, z.object({ value: scalarText }).transform(({ value }) => value)]);

/** A property in definition files, by the XML names of its attributes; others are ignored. */
export const rawProperty = z.object({
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
export type RawProperty = z.output<typeof rawProperty>;

/** A type as definition files write it. */
export const rawType = z.object({
  type: z.string(),
  extends: z.string(),
  label: text,
  description: text,
  virtual: flag,
  properties: z.array(rawProperty),
});
export type RawType = z.output<typeof rawType>;

export interface Definitions {
  /** each to be read as a `rawType` */
  readonly types: readonly unknown[];
  /** the names of types of others that it changes */
  readonly modified: readonly string[];
}
