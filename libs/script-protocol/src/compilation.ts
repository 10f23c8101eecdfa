import { z } from 'zod';
import { languages, scriptError } from './protocol.ts';

/** The maximum number of scripts in a request, and of their characters in total. */
export const maxCompiled = { scripts: 500, characters: 1_000_000 };

/** A script as it would run, which may be invalid. */
const scriptText = z.object({ language: z.enum(languages), script: z.string() });
export type ScriptText = z.output<typeof scriptText>;

/** Scripts to compile without running them, in order, within `timeMs`. */
export const compilationRequest = z.object({
  scripts: z.array(scriptText).max(maxCompiled.scripts),
  timeMs: z.number().int().positive().max(60_000),
});

/** A script that does not compile: its index in the request, and the error. */
const compilationFault = z.object({ at: z.number().int().nonnegative(), error: scriptError });
export type CompilationFault = z.output<typeof compilationFault>;

/** The scripts that do not compile. A script that was not compiled in time is not among them. */
export const compilation = z.object({ faults: z.array(compilationFault) });

const text = z.string();

/** A Python text of a jar that is checked before it runs. */
export const jarText = z.object({
  script: text,
  /** its file as a module; null for a script, which imports modules from the root only */
  module: text.nullable(),
  /** the files of all modules of its jar */
  paths: z.array(text),
});
export type JarText = z.output<typeof jarText>;

/** A name in a text that is not available, with the reason. */
const missingName = z.object({ name: text, reason: text });

/** The result: the compile error, if any, and the unavailable names that the text contains. */
export const inspection = z.object({
  error: scriptError.nullable().default(null),
  lacks: z.array(missingName).default([]),
});
export type Inspection = z.output<typeof inspection>;
