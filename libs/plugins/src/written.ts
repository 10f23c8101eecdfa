import { z } from 'zod';

/** Whether a definition says so: as a truth value, or in words as XML does. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]).optional();
/** YAML reads `1.0` and `true` as what they look like, where a text is meant. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String), z.null().transform(() => '')])
  .optional();

/** A property as definition files write it, by the names that XML has for its attributes; what else is there is not looked at. */
export const writtenProperty = z.object({
  name: z.string(),
  kind: z.string().default('string'),
  category: text,
  label: text,
  description: text,
  required: flag,
  password: flag,
  hidden: flag,
  default: z.unknown().optional(),
  'enum-values': z.array(z.string()).optional(),
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
