import { type Fact, Invalid, mostScriptActions, type ScriptResult } from '@slipway/domain';
import { Overloaded } from '@slipway/engine';
import { readClock, type WaitingScript } from '@slipway/persistence';
import { RunnerAway, RunnerBusy, type ScriptAnswer } from '@slipway/scripts';
import { outputsOf } from './actions/outputs.ts';
import { performOutside } from './actions/perform-outside.ts';
import { resolveActions } from './actions/resolve-actions.ts';
import { scriptCaller } from './context/caller.ts';
import { CannotRun } from './context/cannot-run.ts';
import { claimRun } from './context/claim.ts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';
import { type RunRequest, requestFor } from './request/request.ts';
import { whyNotScheduled } from './request/source.ts';
import { resultOf } from './result.ts';
import { runWithReplies } from './run-with-replies.ts';
import { storeAnswer, storedAnswer } from './stored-answer.ts';
import { watch } from './watch.ts';

/**
 * A busy or absent runner, or a database that had no time for a question, is asked again after a pause that doubles, from
 * one second to one minute.
 */
const pauseAfter = (attempt: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempt, 10));

/**
 * Claims a script's run, asks the runner, and reports the answer under its attempt: once it has ended, what it asked
 * for and its result are one fact. What is not there to be claimed any more is left alone.
 */
export async function runScript(context: ScriptContext, waiting: WaitingScript, signal: AbortSignal): Promise<void> {
  const run = await claimRun(context, waiting);
  if (run === null) return;
  try {
    const prepared = await requestFor(context, run);
    const before = run.script.attempt > 1 ? await storedAnswer(context, run) : null;
    const answer = before ?? (await askRunner(context, run, prepared, signal));
    if (answer !== null) await finish(context, { ...run, ...prepared }, answer, before !== null);
  } catch (error) {
    if (!(error instanceof CannotRun) && !(error instanceof Invalid)) throw error;
    await report(context, run, { type: 'scriptFinished', result: failing(error), actions: [] });
  }
}

/** Run again, it would leave the same: without an end in words, the task would be run for ever. */
const failing = (error: CannotRun | Invalid): ScriptResult => {
  const why = error instanceof CannotRun ? error.message : `What the script has left cannot be kept: ${error.message}.`;
  return { ended: 'badly', error: why, output: null };
};

/** The answer; null where there is none: then the script was given back, or nobody waits for it any more. */
async function askRunner(
  context: ScriptContext,
  run: ClaimedRun,
  { request }: RunRequest,
  stopping: AbortSignal,
): Promise<ScriptAnswer | null> {
  const wanted = watch(context, run, stopping);
  try {
    return await runWithReplies(context, run, request, wanted.signal);
  } catch (error) {
    if (stopping.aborted) await giveBack(context, run, 0);
    else if (error instanceof RunnerBusy || error instanceof RunnerAway || error instanceof Overloaded) {
      const { view, script } = run;
      context.logger.warn(
        { error, releaseId: view.release.id, attempt: script.attempt },
        'a script could not be run now and will be tried again',
      );
      await giveBack(context, run, pauseAfter(script.attempt));
    } else if (!wanted.signal.aborted) throw error;
    return null;
  } finally {
    await wanted.stop();
  }
}

async function finish(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  answer: ScriptAnswer,
  isStored: boolean,
): Promise<void> {
  const { length: count } = answer.actions;
  if (count > mostScriptActions)
    throw new CannotRun(`The script asks for ${count} things, and ${mostScriptActions} are the most.`);
  const by = scriptCaller(run);
  const { own, outside, statusLine } = await resolveActions(context, run, answer.actions);
  const before = isStored || outside.length === 0 ? null : await storeAnswer(context, run, answer);
  if (before !== null) return await finish(context, run, before, true);
  const { outputs, actions } = await outputsOf(context, run, answer.variables, statusLine);
  // First: should this process end in between, the next attempt finds the stored answer, and does nothing of it twice.
  const refusals = await performOutside(context, run, outside, by);
  const left = { outputs, actions: [...refusals, ...actions, ...own], by };
  await report(context, run, { ...endOf(run, answer), ...left });
}

/** How a script has ended: with a result, or with another script that goes on. */
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

/** Nobody polls more often (scripts.md, Names visible to scripts). */
const shortestPauseMs = 1_000;

type Ended =
  | Pick<FactOf<'scriptFinished'>, 'type' | 'result'>
  | Pick<FactOf<'scriptScheduled'>, 'type' | 'script' | 'pauseMs' | 'output'>;
type FactOf<T extends Fact['type']> = Extract<Fact, { readonly type: T }>;

type Unnamed<T> = T extends { readonly runId: string } ? Omit<T, 'runId' | 'attempt'> : never;

/** Says what became of the script; the late word of an attempt that has been given up changes nothing. */
async function report({ engine }: ScriptContext, { view, script }: ClaimedRun, news: Unnamed<Fact>): Promise<void> {
  const fact: Fact = { ...news, runId: script.id, attempt: script.attempt };
  await engine.dispatch(view.release.id, { kind: 'fact', fact });
}

async function giveBack(context: ScriptContext, run: ClaimedRun, pauseMs: number): Promise<void> {
  const retryAt = (await readClock(context.database)) + pauseMs;
  await report(context, run, { type: 'scriptReleased', retryAt });
}
