import { flag, json, listUpTo, mapUpTo, name, oneOf, optional } from '@slipway/api-schema/format';
import { variableValue } from '@slipway/api-schema/variables';
import { isObject, type Json, maxItems, maxNames } from '@slipway/domain/model';
import { createMask, languages } from '@slipway/script-protocol';
import { z } from 'zod';
import { recordings, trialRequest } from './recordings.ts';
import type { TrialResult } from './run-trial.ts';

const purposes = ['trial', 'webhook', 'eventFilter'] as const;
const namedValues = mapUpTo(maxNames, json);

/** The scripts of a task. */
const scriptFields = ['script', 'precondition', 'failureHandler', 'abortScript'] as const;

const trialVariable = z
  .object({
    key: z.string(),
    type: optional(name).describe('StringVariable without it'),
    value: variableValue.optional().describe('a password is a test value: the server reads no stored value'),
  })
  .meta({ id: 'ScriptTrialVariable' });

/** The body of a trial run. */
export const trial = z
  .object({
    script: optional(z.string()).describe('the text that is tried; else `type`'),
    type: optional(z.string()).describe('of an installed plugin: its script is tried, with the modules of its jar'),
    path: optional(z.string()).describe('in the jar of `type`: the script that `task.schedule` or `abortScript` names'),
    properties: optional(namedValues).describe(
      'of a task of `type`, by name; where one names a configuration, the properties of that as an object',
    ),
    inputs: optional(namedValues).describe('the names that `script` sees'),
    language: optional(oneOf(languages)).describe('by default the first line of the script determines it'),
    purpose: optional(oneOf(purposes)).describe(
      'trial: 5 s, and result or the one expression decides; eventFilter: the same in 500 ms; webhook: authenticated decides, in 500 ms',
    ),
    recordings: optional(recordings).describe(
      'of a trial: the responses of servers; each is used once, the first that matches',
    ),
    variables: optional(listUpTo(maxItems, trialVariable)).describe(
      'of a script with the purpose trial: the values of its placeholders and of releaseVariables, folderVariables and globalVariables. Passwords are masked in the result',
    ),
    ignoreScriptVariableInterpolation: optional(flag).describe('true: the placeholders are not replaced'),
    taskId: optional(z.string()).describe(
      'the task of a release or template whose script is tested: the call then requires the permission to edit this script',
    ),
    field: optional(oneOf(scriptFields)).describe('of the task: the tested script; `script` without it'),
  })
  .meta({ id: 'ScriptTrial' });

/** The result of a trial run. */
export const outcome = z
  .object({
    result: json.optional().describe('absent: it decided nothing'),
    variables: z
      .record(z.string(), json)
      .describe('the variables of the script as JSON; of a type the output properties of its scripts'),
    changedVariables: z
      .record(z.string(), json)
      .optional()
      .describe('with `variables`: those that the script has set, by key; they are not stored'),
    output: z.string().describe('the output'),
    error: z
      .object({
        type: z.string(),
        message: z.string(),
        line: z.int().describe('counts from 1; 0 where it is not known'),
        at: z.object({ file: z.string(), line: z.int() }).optional().describe('where in a module of a plugin'),
      })
      .optional(),
    statusLine: z.string().optional(),
    scheduled: z
      .object({ script: z.string(), seconds: z.number() })
      .optional()
      .describe('the next script, and the seconds until it would run: it does not run'),
    requests: z.array(trialRequest).optional().describe('of a trial, with secrets masked'),
    recordingsLeft: z.int().optional().describe('the number of unused recordings'),
    pauses: z.array(z.number()).optional().describe('in milliseconds; they are over at once, by its clock too'),
    durationMs: z.number(),
  })
  .meta({ id: 'ScriptOutcome' });

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Returns a value with all texts masked. */
function maskJson(value: Json, mask: (text: string) => string): Json {
  if (typeof value === 'string') return mask(value);
  if (isList(value)) return value.map((item) => maskJson(item, mask));
  return isObject(value) ? maskRecord(value, mask) : value;
}

const maskRecord = (values: Readonly<Record<string, Json>>, mask: (text: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [mask(key), maskJson(value, mask)]));

/** Returns the response to a trial run. */
export function toOutcome({ answer, effects, secrets }: TrialResult, hasVariables: boolean): z.output<typeof outcome> {
  const { result, variables, output, error, scheduled, actions, durationMs } = answer;
  const statusLine = actions.findLast((action) => action.does === 'setStatusLine')?.text;
  const changes = actions.flatMap((action) => (action.does === 'setVariable' ? [[action.key, action.value]] : []));
  const mask = hasVariables ? createMask(secrets) : (text: string) => text;
  return {
    result: maskJson(result, mask) ?? undefined,
    variables: maskRecord(variables, mask),
    changedVariables: hasVariables ? maskRecord(Object.fromEntries(changes), mask) : undefined,
    output,
    error: error === null ? undefined : { ...error, line: error.line ?? 0 },
    statusLine: statusLine === undefined ? undefined : mask(statusLine),
    scheduled,
    ...(effects && { ...effects, requests: [...effects.requests], pauses: [...effects.pauses] }),
    durationMs,
  };
}
