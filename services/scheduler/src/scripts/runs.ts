import { newCalendarCache } from '@slipway/application/model';
import { findWaitingScripts, type WaitingScript } from '@slipway/persistence/scripts';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Queue } from '@slipway/queue';
import { defaultLeaseMs, type ScriptContext } from './context/context.ts';
import { startLeaseRenewer } from './lease-renewer.ts';
import { type RunEnvironment, runScript } from './run-script.ts';
import { defaultSlotLimits, RunSlots, type Slot, type SlotLimits } from './run-slots.ts';

/** Starts the scripts that releases wait for. */
export interface ScriptRuns {
  /** how many runs wait for servers, and for the end of short pauses */
  readonly suspended: number;
  /** Claims nothing more; running scripts are canceled, and their leases let another process claim them. */
  stop(): Promise<void>;
}

export interface ScriptRunsOptions extends Omit<ScriptContext, 'calendar'> {
  /** Notifies of new script runs; without it, polls find them. */
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  /** from the start of one look to the start of the next */
  readonly intervalMs?: number;
  readonly slotLimits?: SlotLimits;
}

/** The maximum number of each kind in one scan. */
const maxFound = 64;
/** Between two looks where one pause is over right after another. */
const minIntervalMs = 50;
/** Processes that know the same moment look at it one after the other, so that they do not all claim the same run. */
const jitterMs = 50;

/**
 * Polls every second for unclaimed runs, when the next pause ends, and at once while there are more, and consumes the
 * queue. Several processes may run it.
 */
export function startScriptRuns({
  queue,
  intervalMs = 1_000,
  slotLimits = defaultSlotLimits,
  ...rest
}: ScriptRunsOptions): ScriptRuns {
  const context: ScriptContext = { ...rest, calendar: newCalendarCache() };
  const { logger, leaseMs = defaultLeaseMs } = context;
  const stopping = new AbortController();
  const leaseRenewer = startLeaseRenewer(context, leaseMs, stopping.signal);
  let polling: RepeatedTask | undefined;
  const slots = new RunSlots(slotLimits, () => {
    if (runs.hasMore && slots.available() >= slotLimits.computing) polling?.now();
  });
  const runs = runsIn({ context, leaseRenewer, stopping: stopping.signal }, slots);
  queue?.serve('runScript', runs.run, { concurrency: slotLimits.computing });
  const poll = async (): Promise<void> => {
    const nextInMs = await runs.poll();
    if (nextInMs !== null) polling?.within(Math.max(minIntervalMs, nextInMs) + Math.random() * jitterMs);
  };
  polling = repeat(intervalMs, poll, (error) =>
    logger.warn({ error }, 'a look for waiting scripts has failed and will be repeated'),
  );
  return {
    get suspended() {
      return slots.suspended;
    },
    stop: async () => {
      stopping.abort(new Error('the process stops'));
      await polling?.stop();
      await runs.end();
      await leaseRenewer.stop();
    },
  };
}

/** The runs of a process, each once at a time. */
function runsIn(environment: Omit<RunEnvironment, 'slot'>, slots: RunSlots) {
  const { context, stopping } = environment;
  const activeRuns = new Map<string, Promise<void>>();
  let hasMore = false;

  async function perform(waiting: WaitingScript, slot: Slot): Promise<void> {
    try {
      await runScript({ ...environment, slot }, waiting);
    } catch (error) {
      // What cannot be claimed is found again by the next look: one at once would find it again, and again.
      hasMore = false;
      context.logger.warn({ error, ...waiting }, 'a script could not be run and will be tried again');
    } finally {
      activeRuns.delete(waiting.runId);
      slot.end();
    }
  }

  /**
   * Resolves when the run has ended, or waits for the first time, so that the consumer of the queue does not wait too.
   */
  async function run(waiting: WaitingScript): Promise<void> {
    if (activeRuns.has(waiting.runId)) return;
    const slot = stopping.aborted ? null : slots.admit(waiting.releaseId);
    if (slot === null) return;
    const activeRun = perform(waiting, slot);
    activeRuns.set(waiting.runId, activeRun);
    await Promise.race([activeRun, slot.firstSuspension]);
  }

  /** Answers in how many milliseconds the next one is to be looked for, where that is known. */
  async function poll(): Promise<number | null> {
    hasMore = true;
    if (stopping.aborted || slots.available() === 0) return null;
    const { scripts: candidates, nextInMs } = await findWaitingScripts(
      context.database,
      maxFound,
      slots.fullReleases(),
    );
    const unstarted = candidates.filter(({ runId }) => !activeRuns.has(runId));
    const batch = unstarted.slice(0, slots.available());
    hasMore = batch.length < unstarted.length || candidates.length >= maxFound;
    // Not awaited: a script that takes a minute must not keep those that come after it from being found.
    for (const script of batch) void run(script);
    return nextInMs;
  }

  return {
    run,
    poll,
    get hasMore() {
      return hasMore;
    },
    end: () => Promise.all(activeRuns.values()),
  };
}
