import type { ScriptHttpRequest, ScriptResult } from '@slipway/domain/decision';
import { Invalid } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { readClock } from '@slipway/persistence/database';
import { deleteJournal, type WaitingScript } from '@slipway/persistence/scripts';
import { RunnerBusy, RunnerUnavailable, runWithReplies, type ScriptOutcome } from '@slipway/script-protocol';
import { inTrace } from '@slipway/tracing';
import { runContainer, runsContainer } from '../containers/run-container.ts';
import { maskAnswer } from './actions/mask-answer.ts';
import { CannotRun, type ClaimedRun, claimRun, type ScriptContext } from './context/context.ts';
import { finish } from './finish.ts';
import { loadJournal, type PendingRequest, type StoredJournal } from './journal/read-journal.ts';
import { RunJournal, Superseded, unknownResultMessage } from './journal/run-journal.ts';
import type { Cancellation, LeaseRenewer } from './lease-renewer.ts';
import { capitalized, report, reportCanceledRun } from './report.ts';
import { requestFor } from './request/request.ts';
import { type Slot, TooManyWaiting } from './run-slots.ts';
import { handlersFor } from './script-handlers.ts';
import { storedAnswer } from './stored-answer.ts';

/** The pause after a busy or unavailable runner, or a database timeout: it doubles from one second to one minute. */
const retryDelayMs = (attempt: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempt, 10));

/** The component that runs scripts in this process. */
export interface RunEnvironment {
  readonly context: ScriptContext;
  readonly leaseRenewer: LeaseRenewer;
  /** the slot of the run */
  readonly slot: Slot;
  readonly stopping: AbortSignal;
}

/**
 * Claims a script run, calls the runner, performs effects, and reports the result of this attempt. The result is a
 * pause, or the end with its actions, as one fact. A run that cannot be claimed is left alone.
 */
export async function runScript(environment: RunEnvironment, waiting: WaitingScript): Promise<void> {
  const { context, leaseRenewer, slot, stopping } = environment;
  await slot.acquire();
  if (stopping.aborted) return;
  const run = await claimRun(context, waiting);
  if (run === null) return;
  const cancellation = leaseRenewer.begin(run);
  try {
    await inTrace(traceOf(run), () => executeRun({ context, slot, run, cancellation }));
  } finally {
    cancellation.end();
  }
}

const traceOf = ({ view, task, script, cause }: ClaimedRun) => ({
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

interface ActiveRun extends Pick<RunEnvironment, 'context' | 'slot'> {
  readonly run: ClaimedRun;
  readonly cancellation: Cancellation;
}

async function executeRun(activeRun: ActiveRun): Promise<void> {
  const { context, run } = activeRun;
  // First: sent requests are logged even if the script cannot be prepared now.
  const storedJournal = await loadJournal(context, run);
  let journal: RunJournal | null = null;
  try {
    journal = new RunJournal(context, run, await requestFor(context, run), storedJournal);
    const stored = run.script.attempt > 1 ? await storedAnswer(context, run) : null;
    const outcome = stored === null ? await callRunner(activeRun, journal) : { answer: stored };
    if (outcome === null) return;
    if ('until' in outcome) await pause(context, run, journal, outcome.until);
    else {
      const executedRun = { ...run, ...journal.prepared, journal };
      const { answer } = outcome;
      const maskedAnswer = stored === null ? await maskAnswer(context, executedRun, journal.replayLog, answer) : answer;
      await finish(context, executedRun, maskedAnswer, stored !== null);
    }
  } catch (error) {
    if (!(error instanceof CannotRun) && !(error instanceof Invalid)) throw error;
    const end =
      journal === null
        ? unpreparedEnd(run, storedJournal, error)
        : { result: failureOf(error), requests: journal.unreported('all') };
    await report(context, run, journal, { type: 'scriptFinished', ...end, actions: [] });
    if (journal !== null) await journal.drop();
    else if (storedJournal.rows > 0) await deleteJournal(context.database, run.script.id);
  }
}

/** Returns the end of a run that cannot be prepared, possibly after a request with an unknown result. */
function unpreparedEnd(run: ClaimedRun, { pendingRequest, unreported }: StoredJournal, error: CannotRun | Invalid) {
  if (pendingRequest === null) return { result: failureOf(error), requests: unreported };
  const combined = new CannotRun(`${error.message} ${capitalized(unknownResultMessage(pendingRequest))}.`);
  return { result: failureOf(combined), requests: [...unreported, unansweredRequest(run, pendingRequest)] };
}

const unansweredRequest = (run: ClaimedRun, { at, method, host }: PendingRequest): ScriptHttpRequest => ({
  at,
  method,
  host,
  status: null,
  durationMs: Math.max(0, run.clock() - at),
});

/** Returns a failed result for an error that each retry would repeat. Otherwise, the task would be retried forever. */
const failureOf = (error: CannotRun | Invalid): ScriptResult => {
  const message =
    error instanceof CannotRun ? error.message : `The result of the script cannot be stored: ${error.message}.`;
  return { status: 'failed', error: message, output: null };
};

/** Returns the outcome of the run; null if it was released, or canceled. */
async function callRunner(
  { context, slot, run, cancellation }: ActiveRun,
  journal: RunJournal,
): Promise<ScriptOutcome | null> {
  const { pendingRequest, pausesUntil, replayLog, prepared } = journal;
  // The requests of a container wait for other servers, so they use no slot for computing.
  if (runsContainer(prepared)) return { answer: await slot.suspend(0, () => runContainer(context, run, prepared)) };
  if (pausesUntil !== null) return { until: pausesUntil };
  if (pendingRequest !== null && !pendingRequest.isRepeatable) {
    throw new CannotRun(capitalized(`${unknownResultMessage(pendingRequest)}.`));
  }
  const handlers = handlersFor({ context, run, journal, cancellation, slot });
  try {
    return await runWithReplies(context.scripts, prepared.request, handlers, replayLog, cancellation.signal);
  } catch (error) {
    const pauseMs = retryDelayFor(error, run.script.attempt - journal.pauses, cancellation);
    if (pauseMs === null) {
      if (!cancellation.canceled.aborted) throw error;
      await reportCanceledRun(context, run, journal);
      return null;
    }
    if (pauseMs > 0) {
      const { view, script } = run;
      const fields = { error, releaseId: view.release.id, attempt: script.attempt };
      context.logger.warn(fields, 'could not run a script; will retry');
    }
    await releaseRun(context, run, journal, pauseMs);
    return null;
  }
}

/** Returns the pause before the next attempt; null for none, or for an unknown reason. */
function retryDelayFor(error: unknown, attempt: number, { stopping, canceled }: Cancellation): number | null {
  if (canceled.aborted) return null;
  if (stopping.aborted || error instanceof Superseded) return 0;
  const isBusy = [RunnerBusy, RunnerUnavailable, Overloaded, TooManyWaiting].some((kind) => error instanceof kind);
  return isBusy ? retryDelayMs(attempt) : null;
}

async function pause(context: ScriptContext, run: ClaimedRun, journal: RunJournal, until: number): Promise<void> {
  await report(context, run, journal, { type: 'scriptSleeps', until, requests: journal.unreported('all') });
}

async function releaseRun(
  context: ScriptContext,
  run: ClaimedRun,
  journal: RunJournal,
  pauseMs: number,
): Promise<void> {
  const retryAt = (await readClock(context.database)) + pauseMs;
  await report(context, run, journal, { type: 'scriptReleased', retryAt, requests: journal.unreported('in no row') });
}
