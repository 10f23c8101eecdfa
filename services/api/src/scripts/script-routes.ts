import { json, list, mapUpTo, oneOf, optional } from '@slipway/api-schema/format';
import { checkScript } from '@slipway/application/model';
import { rootFolderId } from '@slipway/domain/ids';
import { maxNames, missingPermission } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import { languages } from '@slipway/script-protocol';
import { z } from 'zod';
import { isGrantedOnFolder } from '../http/needs/permission-anywhere.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { recordings, trialRequest } from './recordings.ts';
import { requireMaxLength, runTrial, type TrialResult } from './run-trial.ts';

const purposes = ['trial', 'webhook', 'eventFilter'] as const;
const namedValues = mapUpTo(maxNames, json);

const trial = z
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
  })
  .meta({ id: 'ScriptTrial' });

const outcome = z
  .object({
    result: json.optional().describe('absent: it decided nothing'),
    variables: z
      .record(z.string(), json)
      .describe('the variables of the script as JSON; of a type the output properties of its scripts'),
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

function toOutcome({ answer, effects }: TrialResult): z.output<typeof outcome> {
  const { result, variables, output, error, scheduled, actions, durationMs } = answer;
  const statusLine = actions.findLast((action) => action.does === 'setStatusLine')?.text;
  return {
    result: result ?? undefined,
    variables,
    output,
    error: error === null ? undefined : { ...error, line: error.line ?? 0 },
    statusLine,
    scheduled,
    ...(effects && { ...effects, requests: [...effects.requests], pauses: [...effects.pauses] }),
    durationMs,
  };
}

const check = z.object({ script: z.string().describe('its first line determines the language') });
const problems = z
  .object({
    problems: list(
      z.object({ line: z.int().describe('counts from 1; 0 where it is not known'), message: z.string() }),
    ).describe('the syntax errors; empty also if no runner has compiled it in time'),
  })
  .meta({ id: 'ScriptProblems' });

/** Routes for checks and trial runs of scripts, for their authors. They extend the API of the family. */
export const scripts: readonly Route[] = [
  route({
    method: 'POST',
    path: '/scripts/check',
    name: 'checkScript',
    summary: 'Compiles a script without running it, as when it is saved',
    needs: 'anyone',
    body: jsonBody(check),
    effect: 'read',
    reply: problems,
    answer: async (deps, { body: { script } }) => {
      requireMaxLength('script', script);
      const problem = await checkScript(deps, script);
      return { problems: problem === null ? [] : [{ line: problem.line ?? 0, message: problem.error }] };
    },
  }),
  route({
    method: 'POST',
    path: '/scripts/test',
    name: 'testScript',
    summary: 'Runs a script in the sandbox and returns the result; it changes nothing',
    needs: { named: [neededToChange.configuration], why: 'on any folder, where scripts are written' },
    body: jsonBody(trial),
    effect: 'read',
    reply: outcome,
    answer: async (deps, { caller, body }) => {
      if (!isGrantedOnFolder(caller, neededToChange.configuration))
        throw missingPermission(neededToChange.configuration, rootFolderId);
      return toOutcome(await runTrial(deps, caller, body));
    },
  }),
];
