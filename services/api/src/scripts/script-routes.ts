import { type Caller, Invalid, mostNames, neededToChange } from '@slipway/domain';
import { importableBy, languageOf, languages, RunnerAway, RunnerBusy, type ScriptRequest } from '@slipway/scripts';
import { json, mapUpTo, oneOf, optional } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { ServiceUnavailable, TooLarge } from '../http/errors/errors.ts';
import { type Route, route } from '../http/route.ts';

const purposes = ['trial', 'webhook', 'eventFilter'] as const;

const trial = z
  .object({
    script: z.string(),
    inputs: optional(mapUpTo(mostNames, json)).describe('the names that the script sees'),
    language: optional(oneOf(languages)).describe('without it the first line of the script tells'),
    purpose: optional(oneOf(purposes)).describe(
      'trial: 5 s, and result or the one expression decides; eventFilter: the same in 500 ms; webhook: authenticated decides, in 500 ms',
    ),
  })
  .meta({ id: 'ScriptTrial' });

const outcome = z
  .object({
    result: json.optional().describe('absent: it decided nothing'),
    variables: z.record(z.string(), json).describe('what the script has set and JSON can hold'),
    output: z.string().describe('what it has printed'),
    error: z
      .object({
        type: z.string(),
        message: z.string(),
        line: z.int().describe('counts from 1; 0 where it is not known'),
        at: z.object({ file: z.string(), line: z.int() }).optional().describe('where in a module of a plugin'),
      })
      .optional(),
    durationMs: z.number(),
  })
  .meta({ id: 'ScriptOutcome' });

/** What scripts may be handed of a request, and as much text as one may have; in characters. */
const largest = 256 * 1024;
const name = /^[A-Za-z_$][\w$]{0,99}$/;
/** They answer to attributes too, as they do where webhooks and filters run. */
const objects = ['endpoint', 'config', 'event', 'parameters'];

function requestFor({ username }: Caller, body: z.output<typeof trial>): ScriptRequest {
  const { script, inputs = {}, language = languageOf(script), purpose = 'trial' } = body;
  if (script.trim() === '') throw new Invalid('script: expected a text');
  const wrong = Object.keys(inputs).find((each) => !name.test(each));
  if (wrong !== undefined) throw new Invalid(`inputs: '${wrong.slice(0, 100)}' is no name that a script could see`);
  const text = JSON.stringify(inputs);
  if (script.length > largest) throw new TooLarge(`script: expected at most ${largest} characters`);
  if (text.length > largest) throw new TooLarge(`inputs: expected at most ${largest} characters`);
  return {
    language,
    purpose,
    owner: `trial of ${username}`.slice(0, 400),
    script,
    packaged: true,
    inputs: JSON.parse(text),
    objects: objects.filter((each) => Object.hasOwn(inputs, each)),
    wanted: '*',
    snapshot: null,
    secrets: [],
  };
}

async function runTrial(
  { scripts, plugins }: Deps,
  caller: Caller,
  body: z.output<typeof trial>,
): Promise<z.output<typeof outcome>> {
  const request = requestFor(caller, body);
  const modules = await importableBy(request.language, request.script, plugins);
  if (scripts === undefined) throw new ServiceUnavailable('there is no script runner');
  try {
    const { result, variables, output, error, durationMs } = await scripts.run({ ...request, modules });
    const failure = error === null ? undefined : { ...error, line: error.line ?? 0 };
    return { result: result ?? undefined, variables, output, error: failure, durationMs };
  } catch (error) {
    if (error instanceof RunnerBusy) throw new ServiceUnavailable('the script runner is busy: try again');
    if (error instanceof RunnerAway) throw new ServiceUnavailable('the script runner does not answer now: try again');
    throw error;
  }
}

/** Scripts on trial, for their authors (this service's own). */
export const scripts: readonly Route[] = [
  route({
    method: 'POST',
    path: '/scripts/test',
    name: 'testScript',
    summary: 'Runs a script in the sandbox and answers what comes of it; it changes nothing',
    permission: neededToChange.configuration,
    body: trial,
    reads: true,
    reply: outcome,
    answer: (deps, { caller, body }) => runTrial(deps, caller, body),
  }),
];
