import { randomBytes } from 'node:crypto';
import { message } from '@slipway/domain/messages';
import { asJson, Invalid, type Json, ownScriptType, type VariableDraft } from '@slipway/domain/model';
import { trialScript } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import {
  createMask,
  findImportableModules,
  type Language,
  languageOf,
  type Purpose,
  ReplayLog,
  RunnerBusy,
  RunnerUnavailable,
  runWithReplies,
  type ScriptRequest,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import type { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { ServiceUnavailable, TooLarge } from '../http/errors/errors.ts';
import { createRecordedAnswers, type recordings, type TrialEffects } from './recordings.ts';
import { trialSnapshot } from './trial-snapshot.ts';
import { typedTrial } from './typed-trial.ts';

/** The input of a trial run: a script as text, or a script of a plugin type. */
export interface Trial {
  readonly script?: string | undefined;
  readonly type?: string | undefined;
  readonly path?: string | undefined;
  readonly properties?: Readonly<Record<string, Json>> | undefined;
  readonly inputs?: Readonly<Record<string, Json>> | undefined;
  readonly language?: Language | undefined;
  readonly purpose?: Purpose | undefined;
  readonly recordings?: z.output<typeof recordings> | undefined;
  /** The variables that the caller has typed. With them, the script runs as that of a task. */
  readonly variables?: readonly VariableDraft[] | undefined;
  /** Whether the placeholders of the script are not replaced. */
  readonly ignoreScriptVariableInterpolation?: boolean | undefined;
}

/** The result of a trial run. `effects` is null without recordings and requests. */
export interface TrialResult {
  readonly answer: ScriptRunResult;
  readonly effects: TrialEffects | null;
  /** The passwords of the caller, which results must not contain. */
  readonly secrets: readonly string[];
}

/** The maximum length of a script, of its inputs, and of its properties, in characters. */
const maxCharacters = 256 * 1024;
const inputName = /^[A-Za-z_$][\w$]{0,99}$/;
/** Inputs whose fields a script can read as attributes, as in scripts of webhooks and filters. */
const objectNames = ['endpoint', 'config', 'event', 'parameters'];

/** Throws TooLarge for a text of more than 256 Ki characters. */
export function requireMaxLength(label: string, text: string): void {
  if (text.length > maxCharacters)
    throw new TooLarge(message('field.maxCharacters', { field: label, max: maxCharacters }));
}

function textRequest(script: string, { inputs = {}, language = languageOf(script), ...trial }: Trial, prefix: string) {
  if (script.trim() === '') throw new Invalid(message('field.text', { field: 'script' }));
  const invalidName = Object.keys(inputs).find((key) => !inputName.test(key));
  if (invalidName !== undefined) throw new Invalid(message('trial.badInputName', { name: invalidName.slice(0, 100) }));
  requireMaxLength('script', script);
  return {
    language,
    inputs: asJson<ScriptRequest['inputs']>(inputs),
    objects: objectNames.filter((key) => Object.hasOwn(inputs, key)),
    wanted: '*' as const,
    ...variableFields(script, { ...trial, language }, prefix),
  };
}

/** Returns the fields of a script request that depend on the typed variables. */
function variableFields(
  script: string,
  { variables, language, ignoreScriptVariableInterpolation = false }: Trial & { readonly language: Language },
  prefix: string,
) {
  if (variables === undefined) return { script, snapshot: null, secrets: [], packaged: true };
  const {
    text,
    variables: values,
    passwords,
  } = trialScript({ text: script, language, variables, keepsPlaceholders: ignoreScriptVariableInterpolation });
  const task = { type: `${prefix}.${ownScriptType}`, title: 'Trial' };
  // Like the script of a task, it has no helper of plugins.
  return { script: text, snapshot: trialSnapshot(task, prefix, values), secrets: [...passwords], packaged: false };
}

async function requestFor(deps: Deps, { username }: Person, trial: Trial): Promise<ScriptRequest> {
  const { script, type, properties = {}, path, inputs = {}, purpose = 'trial' } = trial;
  if ((script === undefined) === (type === undefined)) throw new Invalid(message('trial.scriptOrType'));
  if (trial.variables !== undefined && (purpose !== 'trial' || type !== undefined))
    throw new Invalid(message('trial.variablesPurpose'));
  requireMaxLength('inputs', JSON.stringify(inputs));
  requireMaxLength('variables', JSON.stringify(trial.variables ?? []));
  requireMaxLength('properties', JSON.stringify(properties));
  const common = { purpose, owner: `trial of ${username}`.slice(0, 400) };
  if (type !== undefined)
    return {
      ...common,
      packaged: true,
      ...typedTrial(await deps.plugins.current(), { type, properties, path }, deps.typePrefix),
    };
  const request = textRequest(script ?? '', trial, deps.typePrefix);
  return {
    ...common,
    ...request,
    modules: await findImportableModules(request.language, request.script, deps.plugins),
  };
}

/**
 * Runs a script without external effects. Recordings answer its requests. Its pauses end immediately, and only its
 * clock advances. Throws Invalid, NotFound, TooLarge and ServiceUnavailable.
 */
export async function runTrial(deps: Deps, caller: Person, trial: Trial): Promise<TrialResult> {
  const request = await requestFor(deps, caller, trial);
  const { scripts } = deps;
  if (scripts === undefined) throw new ServiceUnavailable(message('runner.missing'));
  try {
    // Scripts for other purposes than a trial cannot send requests. They use the real clock and real random numbers.
    if (request.purpose !== 'trial')
      return { answer: await scripts.run(request), effects: null, secrets: request.secrets };
    const recordedAnswers = createRecordedAnswers(trial.recordings ?? []);
    const journal = { began: Date.now(), seed: randomBytes(16).toString('hex'), entries: [] };
    const replayLog = new ReplayLog({ journal, reads: {}, computedMs: 0 });
    const outcome = await runWithReplies(scripts, request, recordedAnswers, replayLog, new AbortController().signal);
    if (!('answer' in outcome)) throw new Error('a recorded pause was not over at once');
    const hasEffects = trial.recordings !== undefined || replayLog.journal.entries.length > 0;
    return {
      answer: outcome.answer,
      effects: hasEffects ? recordedAnswers.maskedEffects(createMask(request.secrets)) : null,
      secrets: request.secrets,
    };
  } catch (error) {
    if (error instanceof RunnerBusy) throw new ServiceUnavailable(message('runner.busyTryAgain'));
    if (error instanceof RunnerUnavailable) throw new ServiceUnavailable(message('runner.silentTryAgain'));
    throw error;
  }
}
