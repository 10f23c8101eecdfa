import { z } from 'zod';
import { scriptAction } from './action.ts';
import { journal, scheduledScript, scriptEffect } from './effect.ts';
import { replyOrReference, scriptQuestion } from './question.ts';

/** The languages of scripts (compatibility.md, Scripts): Python 2, like existing scripts, and JavaScript. */
export const languages = ['python', 'javascript'] as const;
export type Language = (typeof languages)[number];

/** The purpose of a script, which determines the available names, the time limit, and the result. */
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
  /** the maximum heap size of the isolate, in megabytes */
  readonly memoryMb: number;
  /** The maximum wait for a slot, after which the run is rejected with 503. */
  readonly waitMs: number;
}
export type Limits = Readonly<Record<Purpose, Limit>>;

/**
 * Returns the limits of all runs (compatibility.md, Scripts), with this time limit for runs that a request waits for:
 * webhooks, event sources and event filters. These have their own slots, so that a slow handler never delays a webhook.
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

/** Longer output is truncated to this number of characters, with a note. */
export const maxOutputCharacters = 64 * 1024;
/** Larger requests are rejected with 413. */
export const maxRequestBytes = 8 * 1024 * 1024;
/** The minimum cache size of a runner for the text of jars, in characters. One script cannot import more. */
export const maxModuleCharacters = 64_000_000;

const text = z.string();
/** Not checked: the value comes from `JSON.parse`, so it is valid JSON. */
const json = z.custom<z.core.util.JSONType>((value) => value !== undefined);

/** A variable for scripts. A password is in clear text, here and in `secrets`. */
const scriptVariable = z.object({
  id: text,
  key: text,
  /** without a prefix such as `xlrelease.` or `rel.`: `StringVariable` */
  type: text,
  requiresValue: z.boolean(),
  value: json,
});

/** A task for scripts: the REST representation, with full ids and nested tasks. */
export interface ScriptTask {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly tasks: readonly ScriptTask[];
  readonly [property: string]: z.core.util.JSONType | readonly ScriptTask[];
}

/** The release of a script at the time of the claim, in its REST representation, with its current phase and task. */
export const snapshot = z.object({
  release: json,
  phaseId: text.nullable(),
  taskId: text.nullable(),
  folder: json,
  releaseVariables: z.array(scriptVariable),
  globalVariables: z.array(scriptVariable),
  folderVariables: z.array(scriptVariable),
  /** the version of the API, for `getVersion()` */
  version: text.optional(),
  /**
   * The replies so far, by the text of the question. A new question ends the run, which is repeated with its reply.
   * Absent: questions are not allowed.
   */
  reads: z.record(text, replyOrReference).optional(),
});
export type Snapshot = z.output<typeof snapshot>;

/** One run in the request to a runner. */
export const scriptRequest = z.object({
  language: z.enum(languages),
  purpose: z.enum(purposes),
  /** an isolate serves one script text of one owner only: the id of an endpoint, release or user */
  owner: text.min(1).max(400),
  /** with `${}` placeholders already replaced */
  script: text,
  /** whether the decryption helper is available, for scripts of plugins; its input is already clear text */
  packaged: z.boolean(),
  /** top-level variables; the values of those in `objects` also have attributes (`config.token`) */
  inputs: z.record(text, json),
  objects: z.array(text),
  /** for an event source: the types that its `CI` function can create, with the default values of their properties */
  types: z.record(text, z.record(text, json)).optional(),
  /** Python: digests of the jars with importable modules, in search order */
  modules: z.array(text).optional(),
  /** the variables to return, if JSON can represent their values; `'*'`: all that the script has set */
  wanted: z.union([z.array(text), z.literal('*')]),
  /** absent for webhooks and trial runs, which have no release objects and no API objects */
  snapshot: snapshot.nullable(),
  /** clear texts to mask in output and errors */
  secrets: z.array(text),
  /** the remaining milliseconds of the time limit of its purpose; absent: all of it */
  timeMs: z.number().int().positive().optional(),
  /** the replay log so far; absent: effects are not allowed, and clock and random numbers are real */
  journal: journal.optional(),
});
export type ScriptRequestBody = z.output<typeof scriptRequest>;

/**
 * The Python modules of one jar. A run refers to them by their digest. The runner caches them and requests the text
 * once. `text` is JSON with the files by their paths.
 */
export interface ModuleSet {
  /** SHA-256 of `text` in hexadecimal digits */
  readonly digest: string;
  /** the first segment of every import name of these modules */
  readonly roots: ReadonlySet<string>;
  readonly text: string;
  toJSON(): string;
}

/** One requested run. */
export interface ScriptRequest extends Omit<ScriptRequestBody, 'modules'> {
  readonly modules?: readonly ModuleSet[] | undefined;
}

/**
 * Why a run failed. `type` is the class name of the exception in the language of the script, or one of `Timeout`,
 * `OutOfMemory` and `Crashed`. An invalid script has the type `SyntaxError`. `line` counts from 1 in the text of the
 * script.
 */
export const scriptError = z.object({
  type: text,
  message: text,
  line: z.number().int().positive().nullable(),
  /** the position in a module of its jar */
  at: z.object({ file: text, line: z.number().int().positive() }).optional(),
});
export type ScriptError = z.output<typeof scriptError>;

/** Returns the position of an error, as a suffix of its message; empty if it is unknown. */
export function errorPosition({ line, at }: ScriptError): string {
  const positions = [...(line === null ? [] : [`line ${line}`]), ...(at ? [`${at.file} line ${at.line}`] : [])];
  return positions.length === 0 ? '' : ` (${positions.join(', ')})`;
}

/**
 * When the lines of an output began, in the order of lines: each pair is a line, counted from 0, and a time in
 * milliseconds since 1970, which applies to this line and the next ones.
 */
export const lineTimes = z.array(z.tuple([z.number().int().nonnegative(), z.number().int()])).max(100);

/** The result of a run. Output, error and comments are masked; values are unchanged. */
export const scriptRunResult = z.object({
  error: scriptError.nullable(),
  /**
   * the deciding value of a precondition or filter, `authenticated` of a webhook, `output` of an event source; null if
   * it is unset
   */
  result: json,
  /** the requested variables with values that JSON can represent */
  variables: z.record(text, json),
  actions: z.array(scriptAction),
  output: text,
  /** absent without output, or for a run without a journal */
  lineTimes: lineTimes.optional(),
  /** The unavailable names that it used, such as `os.fork`, for the metrics. These remove them from the result. */
  lacks: z
    .array(text.regex(/^[\w.]{1,100}$/))
    .max(20)
    .optional(),
  /**
   * The question that ended the run, which is repeated with the reply. `error` is set too, and all other members are
   * empty.
   */
  asks: scriptQuestion.optional(),
  /** the requested effect, handled like a question */
  effect: scriptEffect.optional(),
  /** The script ended successfully, and another script continues later; see `task.schedule`. */
  scheduled: scheduledScript.optional(),
  durationMs: z.number().nonnegative(),
});
export type ScriptRunResult = z.output<typeof scriptRunResult>;

/**
 * Returns the language of a script that is not a file of a plugin (compatibility.md, Scripts). Its first line can
 * select JavaScript.
 */
export const languageOf = (script: string): Language =>
  /^\s*\/\/\s*language:\s*javascript\b/i.test(script) ? 'javascript' : 'python';
