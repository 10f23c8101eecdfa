import { randomBytes } from 'node:crypto';
import { asJson, Invalid, type Json } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  Course,
  importableBy,
  type Language,
  languageOf,
  masking,
  type Purpose,
  RunnerAway,
  RunnerBusy,
  runAnswered,
  type ScriptAnswer,
  type ScriptRequest,
} from '@slipway/scripts';
import type { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { ServiceUnavailable, TooLarge } from '../http/errors/errors.ts';
import { type OnItsWay, recordedAnswering, type recordings } from './recordings.ts';
import { typedTrial } from './typed-trial.ts';

/** A script on trial: a text, or a script of a plugin's type. */
export interface Trial {
  readonly script?: string | undefined;
  readonly type?: string | undefined;
  readonly path?: string | undefined;
  readonly properties?: Readonly<Record<string, Json>> | undefined;
  readonly inputs?: Readonly<Record<string, Json>> | undefined;
  readonly language?: Language | undefined;
  readonly purpose?: Purpose | undefined;
  readonly recordings?: z.output<typeof recordings> | undefined;
}

/** The result, and the requests of the run; null without recordings and requests. */
export interface Tried {
  readonly answer: ScriptAnswer;
  readonly onItsWay: OnItsWay | null;
}

/** What scripts may be handed of a request, and as much text as one may have; in characters. */
const largest = 256 * 1024;
const name = /^[A-Za-z_$][\w$]{0,99}$/;
/** They answer to attributes too, as they do where webhooks and filters run. */
const objects = ['endpoint', 'config', 'event', 'parameters'];

function requireRoom(what: string, text: string): void {
  if (text.length > largest) throw new TooLarge(`${what}: expected at most ${largest} characters`);
}

function textRequest(script: string, { inputs = {}, language = languageOf(script) }: Trial) {
  if (script.trim() === '') throw new Invalid('script: expected a text');
  const wrong = Object.keys(inputs).find((each) => !name.test(each));
  if (wrong !== undefined) throw new Invalid(`inputs: '${wrong.slice(0, 100)}' is no name that a script could see`);
  requireRoom('script', script);
  return {
    language,
    script,
    inputs: asJson<ScriptRequest['inputs']>(inputs),
    objects: objects.filter((each) => Object.hasOwn(inputs, each)),
    wanted: '*' as const,
    snapshot: null,
    secrets: [],
  };
}

const oneOfThem = 'script: expected a text, or the type of a plugin whose script is tried';

async function requestFor(deps: Deps, { username }: Person, trial: Trial): Promise<ScriptRequest> {
  const { script, type, properties = {}, path, inputs = {}, purpose = 'trial' } = trial;
  if ((script === undefined) === (type === undefined)) throw new Invalid(oneOfThem);
  requireRoom('inputs', JSON.stringify(inputs));
  requireRoom('properties', JSON.stringify(properties));
  const common = { purpose, owner: `trial of ${username}`.slice(0, 400), packaged: true };
  if (type !== undefined)
    return { ...common, ...typedTrial(await deps.plugins.current(), { type, properties, path }, deps.typePrefix) };
  const request = textRequest(script ?? '', trial);
  return { ...common, ...request, modules: await importableBy(request.language, request.script, deps.plugins) };
}

/**
 * Runs a script without changes: its requests are answered by recordings, and its pauses end at once, also by its
 * clock. Throws Invalid, NotFound, TooLarge and ServiceUnavailable.
 */
export async function runTrial(deps: Deps, caller: Person, trial: Trial): Promise<Tried> {
  const request = await requestFor(deps, caller, trial);
  const { scripts } = deps;
  if (scripts === undefined) throw new ServiceUnavailable('there is no script runner');
  try {
    // Without recordings it may send nothing, and its clock and its chance are those of the world.
    if (request.purpose !== 'trial') return { answer: await scripts.run(request), onItsWay: null };
    const recorded = recordedAnswering(trial.recordings ?? []);
    const journal = { began: Date.now(), seed: randomBytes(16).toString('hex'), entries: [] };
    const course = new Course({ journal, reads: {}, computedMs: 0 });
    const outcome = await runAnswered(scripts, request, recorded, course, new AbortController().signal);
    if (!('answer' in outcome)) throw new Error('a recorded pause was not over at once');
    const wanted = trial.recordings !== undefined || course.journal.entries.length > 0;
    return { answer: outcome.answer, onItsWay: wanted ? recorded.masked(masking(request.secrets)) : null };
  } catch (error) {
    if (error instanceof RunnerBusy) throw new ServiceUnavailable('the script runner is busy: try again');
    if (error instanceof RunnerAway) throw new ServiceUnavailable('the script runner does not answer now: try again');
    throw error;
  }
}
