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

/** A name that a text asks for and cannot have, and why. */
const lack = z.object({ name: text, reason: text });

/** What was found: why it is no script, if it is none, and what it will lack when it runs, as far as its text tells. */
export const inspection = z.object({
  error: scriptError.nullable().default(null),
  lacks: z.array(lack).default([]),
});
export type Inspection = z.output<typeof inspection>;
