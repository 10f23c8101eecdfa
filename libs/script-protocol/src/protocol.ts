import { z } from 'zod';
import { scriptAction } from './action.ts';
import { journal, scheduledScript, scriptEffect } from './effect.ts';
import { replyOrReference, scriptQuestion } from './question.ts';

/** Languages of scripts (compatibility.md, Scripts): Python 2 as existing scripts are written, and JavaScript. */
export const languages = ['python', 'javascript'] as const;
export type Language = (typeof languages)[number];

/** The purpose of a script: it decides the available names, the time limit, and the result. */
export const purposes = [
  'webhook',
  'eventSource',
  'eventFilter',
  'precondition',
  'failureHandler',
  'abort',
  'task',
  'trigger',
  'trial',
] as const;
export type Purpose = (typeof purposes)[number];

export interface Limit {
  readonly timeMs: number;
  /** megabytes of the isolate's heap */
  readonly memoryMb: number;
  /** The maximum time that it waits for a slot before it is rejected with 503. */
  readonly waitMs: number;
}
export type Limits = Readonly<Record<Purpose, Limit>>;

/**
 * The limits of all runs (compatibility.md, Scripts), with this time for runs that a request waits for. These have slots
 * of their own, so that a handler that takes a minute never delays a webhook.
 */
export function limitsWith(quickMs: number): Limits {
  const quick = { timeMs: quickMs, memoryMb: 32, waitMs: 4 * quickMs };
  const handler = { timeMs: 60_000, memoryMb: 64, waitMs: 10_000 };
  return {
    webhook: quick,
    eventSource: quick,
    eventFilter: quick,
    trial: { timeMs: 5_000, memoryMb: 32, waitMs: 10_000 },
    precondition: { ...handler, timeMs: 30_000 },
    trigger: { ...handler, timeMs: 30_000 },
    failureHandler: handler,
    abort: handler,
    task: handler,
  };
}

/** The default limits. */
export const defaultLimits: Limits = limitsWith(500);

/** Output beyond this number of characters is cut, with a note. */
export const maxOutputCharacters = 64 * 1024;
/** A request beyond this many bytes is refused with 413. */
export const maxRequestBytes = 8 * 1024 * 1024;
/** Characters of jars that a runner keeps at least: more than this no script can import from. */
export const maxModuleCharacters = 64_000_000;

const text = z.string();
/** Only texts cross, so whatever is here has come out of `JSON.parse`: to look at every part of it proves nothing. */
const json = z.custom<z.core.util.JSONType>((value) => value !== undefined);

/** A variable as scripts see it, by its key; passwords are in clear here and in `secrets`. */
const scriptVariable = z.object({
  id: text,
  key: text,
  /** without prefix, such as `xlrelease.` or `rel.`: `StringVariable` */
  type: text,
  requiresValue: z.boolean(),
  value: json,
});

/** A task as scripts see it: the object that REST answers, ids in full, children below it. */
export interface ScriptTask {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly tasks: readonly ScriptTask[];
  readonly [property: string]: z.core.util.JSONType | readonly ScriptTask[];
}

/** The release of a script when the run was claimed, as REST renders it, and its current phase and task. */
export const snapshot = z.object({
  release: json,
  phaseId: text.nullable(),
  taskId: text.nullable(),
  folder: json,
  releaseVariables: z.array(scriptVariable),
  globalVariables: z.array(scriptVariable),
  folderVariables: z.array(scriptVariable),
  /** of the API that is spoken, for `getVersion()` */
  version: text.optional(),
  /**
   * The replies up to now, by the text of the question. A new question ends the run, which is repeated with its reply.
   * Absent: questions are not allowed.
   */
  reads: z.record(text, replyOrReference).optional(),
});
export type Snapshot = z.output<typeof snapshot>;

/** One run in the request to a runner. */
export const scriptRequest = z.object({
  language: z.enum(languages),
  purpose: z.enum(purposes),
  /** isolates serve one script text of one owner only: an endpoint's, a release's, a user's id */
  owner: text.min(1).max(400),
  /** `${}` is replaced already */
  script: text,
  /** packaged scripts may use the decryption helper, whose input is in clear already */
  packaged: z.boolean(),
  /** top-level names with their values; those named in `objects` answer to attributes too (`config.token`) */
  inputs: z.record(text, json),
  objects: z.array(text),
  /** of an event source: the types that its `CI` makes, with their properties and what these hold by default */
  types: z.record(text, z.record(text, json)).optional(),
  /** Python: digests of the jars whose modules it may import, in the order in which a name is looked for in them */
  modules: z.array(text).optional(),
  /** names whose values are wanted afterwards, if JSON can hold them; `'*'`: all that the script has set */
  wanted: z.union([z.array(text), z.literal('*')]),
  /** absent for webhooks and trials: then there are no release objects and no api objects */
  snapshot: snapshot.nullable(),
  /** clear texts that are masked in output and errors */
  secrets: z.array(text),
  /** milliseconds that are left of the time of its purpose; absent: all of it */
  timeMs: z.number().int().positive().optional(),
  /** the effects that it had so far; absent: it may have none, its clock runs and chance is chance */
  journal: journal.optional(),
});
export type ScriptRequestBody = z.output<typeof scriptRequest>;

/**
 * The Python modules of one jar. In JSON they are their digest, which the runner caches: it requests `text` once,
 * which contains the files by their paths as JSON.
 */
export interface ModuleSet {
  /** SHA-256 of `text` in hexadecimal digits */
  readonly digest: string;
  /** the first part of every name that they are imported by */
  readonly roots: ReadonlySet<string>;
  readonly text: string;
  toJSON(): string;
}

/** One requested run. */
export interface ScriptRequest extends Omit<ScriptRequestBody, 'modules'> {
  readonly modules?: readonly ModuleSet[] | undefined;
}

/**
 * Why a run ended badly. `type` is the exception's class name as the script's language has it, or one of ours:
 * `Timeout`, `OutOfMemory`, `Crashed`; a text that is no script is a `SyntaxError`. `line` counts from 1 in the script's own text.
 */
export const scriptError = z.object({
  type: text,
  message: text,
  line: z.number().int().positive().nullable(),
  /** where in a module of its jar it was raised */
  at: z.object({ file: text, line: z.number().int().positive() }).optional(),
});
export type ScriptError = z.output<typeof scriptError>;

/** The position of an error, as a suffix of its message; empty if unknown. */
export function errorPosition({ line, at }: ScriptError): string {
  const positions = [...(line === null ? [] : [`line ${line}`]), ...(at ? [`${at.file} line ${at.line}`] : [])];
  return positions.length === 0 ? '' : ` (${positions.join(', ')})`;
}

/** The result of a run. Output, error and comments are masked; values are unchanged. */
export const scriptRunResult = z.object({
  error: scriptError.nullable(),
  /** of a precondition or filter the value that decides, of a webhook `authenticated`, of an event source `output`; null when unset */
  result: json,
  /** the wanted names that were set to what JSON can hold */
  variables: z.record(text, json),
  actions: z.array(scriptAction),
  output: text,
  /** Unavailable names that it used, such as `os.fork`; for the metrics, which remove them. */
  lacks: z
    .array(text.regex(/^[\w.]{1,100}$/))
    .max(20)
    .optional(),
  /** The question that ended the run: it is repeated with the reply. `error` is set too, and all else is empty. */
  asks: scriptQuestion.optional(),
  /** what it wants to be done instead of ending, in the same way */
  effect: scriptEffect.optional(),
  /** It has ended successfully, and continues later with another script; see `task.schedule`. */
  scheduled: scheduledScript.optional(),
  durationMs: z.number().nonnegative(),
});
export type ScriptRunResult = z.output<typeof scriptRunResult>;

/**
 * The language of a script that is not a plugin's file (compatibility.md, Scripts): its first line may select JavaScript.
 */
export const languageOf = (script: string): Language =>
  /^\s*\/\/\s*language:\s*javascript\b/i.test(script) ? 'javascript' : 'python';
