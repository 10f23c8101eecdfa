import { z } from 'zod';
import { languages, scriptError } from './protocol.ts';

/** How many scripts one request may have compiled, and how many characters all of them may have. */
export const maxCompiled = { scripts: 500, characters: 1_000_000 };

/** A text that may be a script, as it would run. */
const scriptText = z.object({ language: z.enum(languages), script: z.string() });
export type ScriptText = z.output<typeof scriptText>;

/** Many scripts that are compiled and not run, in their order, until `timeMs` are over. */
export const compilationRequest = z.object({
  scripts: z.array(scriptText).max(maxCompiled.scripts),
  timeMs: z.number().int().positive().max(60_000),
});

/** A script that does not compile: its place in the request, and the error. */
const compilationFault = z.object({ at: z.number().int().nonnegative(), error: scriptError });
export type CompilationFault = z.output<typeof compilationFault>;

/** The scripts that do not compile. A script that was not compiled in time is not among them. */
export const compilation = z.object({ faults: z.array(compilationFault) });
