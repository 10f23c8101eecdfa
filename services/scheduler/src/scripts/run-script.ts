import { type Fact, Invalid, mostWishes, type ScriptResult } from '@slipway/domain';
import { Overloaded } from '@slipway/engine';
import { readClock, type WaitingScript } from '@slipway/persistence';
import { RunnerAway, RunnerBusy, type ScriptAnswer } from '@slipway/scripts';
import { carryOut } from './actions/elsewhere.ts';
import { outputsOf } from './actions/outputs.ts';
import { readWishes } from './actions/wishes.ts';
import { runningAs } from './context/caller.ts';
import { Unrunnable } from './context/cannot-run.ts';
import { takeUp } from './context/claim.ts';
import type { Scripting, TakenUp } from './context/context.ts';
import { type Runnable, requestFor } from './request/request.ts';
import { resultOf } from './result.ts';
import { runInRounds } from './run-with-replies.ts';
import { keepSaid, recallSaid } from './stored-answer.ts';
import { watch } from './watch.ts';

/**
 * A busy or absent runner, or a database that had no time for a question, is asked again after a pause that doubles, from
 * one second to one minute.
 */
const pauseAfter = (attempt: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempt, 10));

/**
 * Takes a script up, asks the runner, and brings the answer home under its attempt: once it has ended, what it asked
 * for and its result are one fact. What is not there to be taken up any more is left alone.
 */
export async function runScript(scripting: Scripting, waiting: WaitingScript, signal: AbortSignal): Promise<void> {
  const taken = await takeUp(scripting, waiting);
  if (taken === null) return;
  try {
    const runnable = await requestFor(scripting, taken);
    const before = taken.script.attempt > 1 ? await recallSaid(scripting, taken) : null;
    const answer = before ?? (await askRunner(scripting, taken, runnable, signal));
    if (answer !== null) await bringHome(scripting, { ...taken, ...runnable }, answer, before !== null);
  } catch (error) {
    if (!(error instanceof Unrunnable) && !(error instanceof Invalid)) throw error;
    await report(scripting, taken, { type: 'scriptFinished', result: failing(error), actions: [] });
  }
}

/** Run again, it would leave the same: without an end in words, the task would be run for ever. */
const failing = (error: Unrunnable | Invalid): ScriptResult => {
  const why =
    error instanceof Unrunnable ? error.message : `What the script has left cannot be kept: ${error.message}.`;
  return { ended: 'badly', error: why, output: null };
};

/** The answer; null where there is none: then the script was given back, or nobody waits for it any more. */
async function askRunner(
  scripting: Scripting,
  taken: TakenUp,
  { request }: Runnable,
  stopping: AbortSignal,
): Promise<ScriptAnswer | null> {
  const wanted = watch(scripting, taken, stopping);
  try {
    return await runInRounds(scripting, taken, request, wanted.signal);
  } catch (error) {
    if (stopping.aborted) await giveBack(scripting, taken, 0);
    else if (error instanceof RunnerBusy || error instanceof RunnerAway || error instanceof Overloaded) {
      const { view, script } = taken;
      scripting.logger.warn(
        { error, releaseId: view.release.id, attempt: script.attempt },
        'a script could not be run now and will be tried again',
      );
      await giveBack(scripting, taken, pauseAfter(script.attempt));
    } else if (!wanted.signal.aborted) throw error;
    return null;
  } finally {
    await wanted.stop();
  }
}

async function bringHome(
  scripting: Scripting,
  taken: TakenUp & Runnable,
  answer: ScriptAnswer,
  isKept: boolean,
): Promise<void> {
  const { length: wishes } = answer.actions;
  if (wishes > mostWishes)
    throw new Unrunnable(`The script asks for ${wishes} things, and ${mostWishes} are the most.`);
  const by = runningAs(taken);
  const { own, elsewhere, statusLine } = await readWishes(scripting, taken, answer.actions);
  const before = isKept || elsewhere.length === 0 ? null : await keepSaid(scripting, taken, answer);
  if (before !== null) return await bringHome(scripting, taken, before, true);
  const { outputs, actions } = await outputsOf(scripting, taken, answer.variables, statusLine);
  // First: should this process end in between, the next attempt finds what was said, and does nothing of it twice.
  const refusals = await carryOut(scripting, taken, elsewhere, by);
  const result = resultOf(taken.script.purpose, answer);
  const wanted = [...refusals, ...actions, ...own];
  await report(scripting, taken, { type: 'scriptFinished', result, outputs, actions: wanted, by });
}

type Unnamed<T> = T extends { readonly runId: string } ? Omit<T, 'runId' | 'attempt'> : never;

/** Says what became of the script; the late word of an attempt that has been given up changes nothing. */
async function report({ engine }: Scripting, { view, script }: TakenUp, news: Unnamed<Fact>): Promise<void> {
  const fact: Fact = { ...news, runId: script.id, attempt: script.attempt };
  await engine.dispatch(view.release.id, { kind: 'fact', fact });
}

async function giveBack(scripting: Scripting, taken: TakenUp, pauseMs: number): Promise<void> {
  const retryAt = (await readClock(scripting.database)) + pauseMs;
  await report(scripting, taken, { type: 'scriptReleased', retryAt });
}
