import { type Fact, Invalid, type ScriptResult } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import { readClock, type WaitingScript } from '@slipway/persistence';
import { RunnerAway, RunnerBusy, type ScriptAnswer } from '@slipway/scripts';
import { carryOut } from './elsewhere.ts';
import { outputsOf } from './outputs.ts';
import { type Runnable, requestFor, type Unrunnable } from './request.ts';
import { resultOf } from './result.ts';
import type { Scripting, TakenUp } from './room.ts';
import { takeUp } from './take-up.ts';
import { watch } from './watch.ts';
import { readWishes } from './wishes.ts';

/** A busy or absent runner is asked again after a pause that doubles, from one second to one minute. */
const pauseAfter = (attempt: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempt, 10));

/**
 * Takes a script up, asks the runner, and brings the answer home under its attempt: once it has ended, what it asked
 * for and its result are one fact. What is not there to be taken up any more is left alone.
 */
export async function runScript(scripting: Scripting, waiting: WaitingScript, signal: AbortSignal): Promise<void> {
  const taken = await takeUp(scripting, waiting);
  if (taken === null) return;
  const runnable = await requestFor(scripting, taken);
  if ('why' in runnable) {
    await report(scripting, taken, { type: 'scriptFinished', ...failing(runnable), actions: [] });
    return;
  }
  const wanted = watch(scripting, taken, signal);
  const answer = await scripting.scripts
    .run(runnable.request, wanted.signal)
    .catch((error: unknown) => {
      if (error instanceof RunnerBusy || error instanceof RunnerAway || wanted.signal.aborted) return null;
      throw error;
    })
    .finally(wanted.stop);
  if (answer === null) return await giveBack(scripting, taken);
  await bringHome(scripting, { ...taken, ...runnable }, answer);
}

const failing = ({ why }: Unrunnable): { readonly result: ScriptResult } => ({
  result: { ended: 'badly', error: why, output: null },
});

async function bringHome(scripting: Scripting, taken: TakenUp & Runnable, answer: ScriptAnswer): Promise<void> {
  const { scriptUsername } = taken.view.release;
  const by = scriptUsername === null ? null : callerFor(scriptUsername);
  const { own, elsewhere } = await readWishes(scripting, taken, answer.actions);
  const outputs = outputsOf(taken, answer.variables);
  const result = resultOf(taken.script.purpose, answer);
  const finished = { type: 'scriptFinished', result, actions: [...outputs, ...own], by } as const;
  try {
    if (await report(scripting, taken, finished)) await carryOut(scripting, taken, elsewhere, by);
  } catch (error) {
    // Run again, it would leave the same: the task would be run for ever, and never end.
    if (!(error instanceof Invalid)) throw error;
    const why = `What the script has left cannot be kept: ${error.message}.`;
    await report(scripting, taken, { type: 'scriptFinished', ...failing({ why }), actions: [] });
  }
}

type Unnamed<T> = T extends { readonly runId: string } ? Omit<T, 'runId' | 'attempt'> : never;

/** Says what became of the script; answers whether that was news, and not the late word of an attempt that has been given up. */
async function report({ engine }: Scripting, taken: TakenUp, news: Unnamed<Fact>): Promise<boolean> {
  const { view, script } = taken;
  const fact: Fact = { ...news, runId: script.id, attempt: script.attempt };
  return (await engine.dispatch(view.release.id, { kind: 'fact', fact })).outcome !== null;
}

async function giveBack(scripting: Scripting, taken: TakenUp): Promise<void> {
  const retryAt = (await readClock(scripting.database)) + pauseAfter(taken.script.attempt);
  scripting.logger.warn(
    { releaseId: taken.view.release.id, attempt: taken.script.attempt },
    'no script runner had room for a script, which will be tried again',
  );
  await report(scripting, taken, { type: 'scriptReleased', retryAt });
}
