import { Invalid, type MadeRequest, type ScriptResult } from '@slipway/domain';
import { Overloaded } from '@slipway/engine';
import { dropJournal, readClock, type WaitingScript } from '@slipway/persistence';
import { type Outcome, RunnerAway, RunnerBusy, runAnswered } from '@slipway/scripts';
import { inTrace } from '@slipway/tracing';
import { maskAnswer } from './actions/mask-answer.ts';
import { answeringFor } from './answering.ts';
import { CannotRun } from './context/cannot-run.ts';
import { claimRun } from './context/claim.ts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';
import { finish } from './finish.ts';
import { journalOf, type ReadJournal, type Sent } from './journal/read-journal.ts';
import { notKnown, Overtaken, RunJournal } from './journal/run-journal.ts';
import { Crowded, type Place } from './places.ts';
import { capitalized, giveUp, report } from './report.ts';
import { requestFor } from './request/request.ts';
import { storedAnswer } from './stored-answer.ts';
import type { Wanted, Watch } from './watch.ts';

/** The pause after a busy or unavailable runner, or a database timeout: it doubles from one second to one minute. */
const pauseAfter = (attempt: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempt, 10));

/** What runs scripts in this process. */
export interface Running {
  readonly context: ScriptContext;
  readonly watch: Watch;
  /** of the run */
  readonly place: Place;
  readonly stopping: AbortSignal;
}

/**
 * Claims a script run, calls the runner, performs effects, and reports the result of this attempt: that it sleeps, or
 * that it has ended, with its result and actions as one fact. A run that cannot be claimed is left alone.
 */
export async function runScript(running: Running, waiting: WaitingScript): Promise<void> {
  const { context, watch, place, stopping } = running;
  await place.take();
  if (stopping.aborted) return;
  const run = await claimRun(context, waiting);
  if (run === null) return;
  const wanted = watch.begin(run);
  try {
    await inTrace(storyOf(run), () => goOn({ context, place, run, wanted }));
  } finally {
    wanted.end();
  }
}

const storyOf = ({ view, task, script, cause }: ClaimedRun) => ({
  name: `script run ${script.purpose}`,
  fields: {
    'slipway.release.id': view.release.id,
    'slipway.task.id': task.id,
    'slipway.task.type': task.definition.type,
    'slipway.script.run': script.id,
    'slipway.script.attempt': script.attempt,
  },
  causes: [cause],
});

interface Claimed extends Pick<Running, 'context' | 'place'> {
  readonly run: ClaimedRun;
  readonly wanted: Wanted;
}

async function goOn(claimed: Claimed): Promise<void> {
  const { context, run } = claimed;
  // First: sent requests are logged even if the script cannot be prepared now.
  const known = await journalOf(context, run);
  let journal: RunJournal | null = null;
  try {
    journal = new RunJournal(context, run, await requestFor(context, run), known);
    const stored = run.script.attempt > 1 ? await storedAnswer(context, run) : null;
    const outcome = stored === null ? await ask(claimed, journal) : { answer: stored };
    if (outcome === null) return;
    if ('until' in outcome) await pause(context, run, journal, outcome.until);
    else {
      const ended = { ...run, ...journal.prepared, journal };
      const { answer } = outcome;
      const shown = stored === null ? await maskAnswer(context, ended, journal.course, answer) : answer;
      await finish(context, ended, shown, stored !== null);
    }
  } catch (error) {
    if (!(error instanceof CannotRun) && !(error instanceof Invalid)) throw error;
    const end =
      journal === null ? unprepared(run, known, error) : { result: failing(error), requests: journal.untold('all') };
    await report(context, run, journal, { type: 'scriptFinished', ...end, actions: [] });
    if (journal !== null) await journal.drop();
    else if (known.rows > 0) await dropJournal(context.database, run.script.id);
  }
}

/** The end of a run that cannot be prepared, possibly after a request with an unknown result. */
function unprepared(run: ClaimedRun, { sent, untold }: ReadJournal, error: CannotRun | Invalid) {
  if (sent === null) return { result: failing(error), requests: untold };
  const both = new CannotRun(`${error.message} ${capitalized(notKnown(sent))}.`);
  return { result: failing(both), requests: [...untold, lostRequest(run, sent)] };
}

const lostRequest = (run: ClaimedRun, { at, method, host }: Sent): MadeRequest => ({
  at,
  method,
  host,
  status: null,
  durationMs: Math.max(0, run.clock() - at),
});

/** Run again, it would leave the same: without an end in words, the task would be run for ever. */
const failing = (error: CannotRun | Invalid): ScriptResult => {
  const why =
    error instanceof CannotRun ? error.message : `The result of the script cannot be stored: ${error.message}.`;
  return { ended: 'badly', error: why, output: null };
};

/** The outcome of the run; null if it was released, or canceled. */
async function ask({ context, place, run, wanted }: Claimed, journal: RunJournal): Promise<Outcome | null> {
  const { sent, pausesUntil, course, prepared } = journal;
  if (pausesUntil !== null) return { until: pausesUntil };
  if (sent !== null && !sent.isRepeatable) {
    throw new CannotRun(capitalized(`${notKnown(sent)}.`));
  }
  const answering = answeringFor({ context, run, journal, wanted, place });
  try {
    return await runAnswered(context.scripts, prepared.request, answering, course, wanted.signal);
  } catch (error) {
    const pauseMs = pauseFor(error, run.script.attempt - journal.pauses, wanted);
    if (pauseMs === null) {
      if (!wanted.unwanted.aborted) throw error;
      await giveUp(context, run, journal);
      return null;
    }
    if (pauseMs > 0) {
      const { view, script } = run;
      const about = { error, releaseId: view.release.id, attempt: script.attempt };
      context.logger.warn(about, 'a script could not be run now and will be tried again');
    }
    await giveBack(context, run, journal, pauseMs);
    return null;
  }
}

/** The pause before the next attempt; null for none, or for an unknown reason. */
function pauseFor(error: unknown, attempt: number, { stopping, unwanted }: Wanted): number | null {
  if (unwanted.aborted) return null;
  if (stopping.aborted || error instanceof Overtaken) return 0;
  const isBusy = [RunnerBusy, RunnerAway, Overloaded, Crowded].some((kind) => error instanceof kind);
  return isBusy ? pauseAfter(attempt) : null;
}

async function pause(context: ScriptContext, run: ClaimedRun, journal: RunJournal, until: number): Promise<void> {
  await report(context, run, journal, { type: 'scriptSleeps', until, requests: journal.untold('all') });
}

async function giveBack(context: ScriptContext, run: ClaimedRun, journal: RunJournal, pauseMs: number): Promise<void> {
  const retryAt = (await readClock(context.database)) + pauseMs;
  await report(context, run, journal, { type: 'scriptReleased', retryAt, requests: journal.untold('in no row') });
}
