import type { Command, Fact } from '@slipway/domain/commands';
import type { ScriptOutput, ScriptResult } from '@slipway/domain/decision';
import { type Json, maxScriptActions, type ScriptRun } from '@slipway/domain/model';
import { systemCaller } from '@slipway/engine';
import { createMask, errorPosition, type ScriptRunResult } from '@slipway/script-protocol';
import { outputsOf } from './actions/outputs.ts';
import { performExternal } from './actions/perform-external.ts';
import { resolveActions } from './actions/resolve-actions.ts';
import { CannotRun, type ClaimedRun, type ScriptContext, scriptAuthor, scriptCaller } from './context/context.ts';
import type { RunJournal } from './journal/run-journal.ts';
import { report } from './report.ts';
import type { RunRequest } from './request/request.ts';
import { whyNotScheduled } from './request/source.ts';
import { storeAnswer } from './stored-answer.ts';

/**
 * Returns the result of a script for the release (script-api.md, Precondition). A precondition without a value has
 * failed: the author intended neither a start nor a skip.
 */
function resultOf(purpose: ScriptRun['purpose'], answer: ScriptRunResult): ScriptResult {
  const { error, result } = answer;
  const printed = outputOf(answer);
  if (error !== null)
    return { status: 'failed', error: `${error.type}: ${error.message}${errorPosition(error)}`, ...printed };
  if (purpose !== 'precondition') return { status: 'succeeded', value: true, ...printed };
  if (result === null) return { status: 'failed', error: 'The precondition has ended without a result.', ...printed };
  return { status: 'succeeded', value: isTrue(result), ...printed };
}

function outputOf({ output, lineTimes }: Pick<ScriptRunResult, 'output' | 'lineTimes'>): ScriptOutput {
  if (output.trim() === '') return { output: null };
  return { output: output.trimEnd(), ...(lineTimes && { lineTimes }) };
}

/** The common rules of Python and JavaScript: null, zero and empty values are false. */
function isTrue(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}

/**
 * Applies the actions of a script, and reports it with its result. Throws CannotRun, and Invalid for a result that
 * cannot be stored.
 */
export async function finish(
  context: ScriptContext,
  run: ClaimedRun & RunRequest & { readonly journal: RunJournal },
  answer: ScriptRunResult,
  isStored: boolean,
): Promise<void> {
  const { length: count } = answer.actions;
  if (count > maxScriptActions)
    throw new CannotRun(`The script has ${count} actions, and the maximum is ${maxScriptActions}.`);
  const runAsUser = await scriptCaller(context, run);
  const author = await scriptAuthor(context, run, runAsUser);
  const { own, external, statusLine } = await resolveActions(
    context,
    { ...run, requester: runAsUser ?? systemCaller },
    answer.actions,
  );
  const earlierAnswer = isStored || external.length === 0 ? null : await storeAnswer(context, run, answer);
  if (earlierAnswer !== null) return await finish(context, run, earlierAnswer, true);
  const { outputs, actions } = await outputsOf(context, run, answer.variables, statusLine);
  // First, because the process can crash before the next step. The next attempt then finds the stored answer, and
  // repeats no action.
  const refusals = await performExternal(context, run, external, { runAsUser, author });
  const requests = run.journal.unreported('all');
  const { folderId, id: releaseId } = run.view.release;
  const location = { folderId, releaseId };
  const [runAsUserHere, authorHere] = [
    runAsUser && (await runAsUser.callerAt(location)),
    author && (await author.callerAt(location)),
  ];
  const commands = [...refusals, ...actions, ...own].map((command) => withMaskedComment(command, run));
  const outcome = { outputs, actions: commands, by: runAsUserHere, author: authorHere, requests };
  await report(context, run, run.journal, { ...endFact(run, answer), ...outcome });
  await run.journal.drop();
}

/** Refusals and warnings can contain texts of the script, and thus secrets. */
const withMaskedComment = (command: Command, { request: { secrets } }: RunRequest): Command =>
  command.type === 'commentTask' && command.comment
    ? { ...command, comment: createMask(secrets)(command.comment) }
    : command;

/** Returns the end of a script: a result, or a next script. */
function endFact({ script: { purpose }, type }: ClaimedRun & RunRequest, answer: ScriptRunResult): EndFact {
  const result = resultOf(purpose, answer);
  const { scheduled } = answer;
  if (scheduled === undefined || result.status === 'failed') return { type: 'scriptFinished', result };
  const { script, seconds } = scheduled;
  const printed = outputOf(answer);
  const fault = whyNotScheduled(type, script);
  if (fault !== null) return { type: 'scriptFinished', result: { status: 'failed', error: fault, ...printed } };
  return { type: 'scriptScheduled', script, pauseMs: Math.max(minPauseMs, seconds * 1_000), ...printed };
}

/** The minimum pause between polls (script-api.md, Names visible to scripts). */
const minPauseMs = 1_000;

type EndFact =
  | Pick<FactOf<'scriptFinished'>, 'type' | 'result'>
  | Pick<FactOf<'scriptScheduled'>, 'type' | 'script' | 'pauseMs' | keyof ScriptOutput>;
type FactOf<T extends Fact['type']> = Extract<Fact, { readonly type: T }>;
