import { type Command, type Fact, mostScriptActions } from '@slipway/domain';
import { systemCaller } from '@slipway/engine';
import { masking, type ScriptAnswer } from '@slipway/scripts';
import { outputsOf } from './actions/outputs.ts';
import { performOutside } from './actions/perform-outside.ts';
import { resolveActions } from './actions/resolve-actions.ts';
import { scriptAuthor, scriptCaller } from './context/caller.ts';
import { CannotRun } from './context/cannot-run.ts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';
import type { RunJournal } from './journal/run-journal.ts';
import { report } from './report.ts';
import type { RunRequest } from './request/request.ts';
import { whyNotScheduled } from './request/source.ts';
import { resultOf } from './result.ts';
import { storeAnswer } from './stored-answer.ts';

/**
 * Applies the actions of a script, and reports it with its result. Throws CannotRun, and Invalid for a result that
 * cannot be stored.
 */
export async function finish(
  context: ScriptContext,
  run: ClaimedRun & RunRequest & { readonly journal: RunJournal },
  answer: ScriptAnswer,
  isStored: boolean,
): Promise<void> {
  const { length: count } = answer.actions;
  if (count > mostScriptActions)
    throw new CannotRun(`The script has ${count} actions, and the maximum is ${mostScriptActions}.`);
  const by = await scriptCaller(context, run);
  const author = await scriptAuthor(context, run, by);
  const { own, outside, statusLine } = await resolveActions(
    context,
    { ...run, asker: by ?? systemCaller },
    answer.actions,
  );
  const before = isStored || outside.length === 0 ? null : await storeAnswer(context, run, answer);
  if (before !== null) return await finish(context, run, before, true);
  const { outputs, actions } = await outputsOf(context, run, answer.variables, statusLine);
  // First: should this process end in between, the next attempt finds the stored answer, and does nothing of it twice.
  const refusals = await performOutside(context, run, outside, { by, author });
  const requests = run.journal.untold('all');
  const { folderId, id: releaseId } = run.view.release;
  const place = { folderId, releaseId };
  const [byHere, authorHere] = [by && (await by.at(place)), author && (await author.at(place))];
  const told = [...refusals, ...actions, ...own].map((command) => withMaskedComment(command, run));
  const left = { outputs, actions: told, by: byHere, author: authorHere, requests };
  await report(context, run, run.journal, { ...endOf(run, answer), ...left });
  await run.journal.drop();
}

/** Refusals and warnings may name what the script has requested. */
const withMaskedComment = (command: Command, { request: { secrets } }: RunRequest): Command =>
  command.type === 'commentTask' && command.comment
    ? { ...command, comment: masking(secrets)(command.comment) }
    : command;

/** The end of a script: a result, or a next script. */
function endOf({ script: { purpose }, type }: ClaimedRun & RunRequest, answer: ScriptAnswer): Ended {
  const result = resultOf(purpose, answer);
  const { scheduled } = answer;
  if (scheduled === undefined || result.ended === 'badly') return { type: 'scriptFinished', result };
  const { script, seconds } = scheduled;
  const { output } = result;
  const fault = whyNotScheduled(type, script);
  if (fault !== null) return { type: 'scriptFinished', result: { ended: 'badly', error: fault, output } };
  return { type: 'scriptScheduled', script, pauseMs: Math.max(shortestPauseMs, seconds * 1_000), output };
}

/** The minimum pause between polls (script-api.md, Names visible to scripts). */
const shortestPauseMs = 1_000;

type Ended =
  | Pick<FactOf<'scriptFinished'>, 'type' | 'result'>
  | Pick<FactOf<'scriptScheduled'>, 'type' | 'script' | 'pauseMs' | 'output'>;
type FactOf<T extends Fact['type']> = Extract<Fact, { readonly type: T }>;
