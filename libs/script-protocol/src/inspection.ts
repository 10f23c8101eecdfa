import { z } from 'zod';
import { scriptError } from './protocol.ts';

const text = z.string();

/** A Python text of a jar that is looked at before it ever runs. */
export const jarText = z.object({
  script: text,
  /** the file that it is as a module; null for a script, which finds modules from the root only */
  module: text.nullable(),
  /** of all modules of its jar */
  paths: z.array(text),
});
export type JarText = z.output<typeof jarText>;

/** A name in a text that is not available, with the reason. */
const missingName = z.object({ name: text, reason: text });

/** The result: the compile error, if any, and the missing names, as far as the text shows. */
export const inspection = z.object({
  error: scriptError.nullable().default(null),
  lacks: z.array(missingName).default([]),
});
export type Inspection = z.output<typeof inspection>;
