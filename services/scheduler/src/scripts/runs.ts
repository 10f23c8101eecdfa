import { newCalendarCache } from '@slipway/application/model';
import { findWaitingScripts, type WaitingScript } from '@slipway/persistence/scripts';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Queue } from '@slipway/queue';
import { defaultLeaseMs, type ScriptContext } from './context/context.ts';
import { startLeaseRenewer } from './lease-renewer.ts';
import { type RunEnvironment, runScript } from './run-script.ts';
import { defaultSlotLimits, RunSlots, type Slot, type SlotLimits } from './run-slots.ts';

/** Runs the scripts for which releases wait. */
export interface ScriptRuns {
  /** The number of runs that wait for servers, or for the end of a short pause. */
  readonly suspended: number;
  /** Claims no further runs and cancels running scripts. Another process claims them when their leases expire. */
  stop(): Promise<void>;
}

export interface ScriptRunsOptions extends Omit<ScriptContext, 'calendar'> {
  /** Delivers new runs immediately. Without a queue, only polls find them. */
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  /** The time from the start of one poll to the start of the next. */
  readonly intervalMs?: number;
  readonly slotLimits?: SlotLimits;
}

/** The maximum number of waiting scripts that one poll finds. */
const maxFound = 64;
/** The minimum time before the next poll, if several pauses end shortly after one another. */
const minIntervalMs = 50;
/**
 * The maximum random delay of a poll. Without it, all processes would poll at the end of the same pause and claim the
 * same run.
 */
const jitterMs = 50;

/**
 * Starts to claim and run scripts from the queue and from polls. A poll runs each second, when the next pause ends, and
 * while more runs are waiting. Several processes can do this.
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
  polling = repeat(intervalMs, poll, (error) => logger.warn({ error }, 'could not find waiting scripts; will retry'));
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

/** The runs of a process. A run that is already active is not started again. */
function runsIn(environment: Omit<RunEnvironment, 'slot'>, slots: RunSlots) {
  const { context, stopping } = environment;
  const activeRuns = new Map<string, Promise<void>>();
  let hasMore = false;

  async function perform(waiting: WaitingScript, slot: Slot): Promise<void> {
    try {
      await runScript({ ...environment, slot }, waiting);
    } catch (error) {
      // The next poll finds the run again. An immediate poll would repeat the failure without a pause.
      hasMore = false;
      context.logger.warn({ error, ...waiting }, 'could not run a script; will retry');
    } finally {
      activeRuns.delete(waiting.runId);
      slot.end();
    }
  }

  /**
   * Resolves when the run ends, or is suspended for the first time, so that the queue consumer does not wait for
   * servers.
   */
  async function run(waiting: WaitingScript): Promise<void> {
    if (activeRuns.has(waiting.runId)) return;
    const slot = stopping.aborted ? null : slots.admit(waiting.releaseId);
    if (slot === null) return;
    const activeRun = perform(waiting, slot);
    activeRuns.set(waiting.runId, activeRun);
    await Promise.race([activeRun, slot.firstSuspension]);
  }

  /** Starts waiting runs. Returns the milliseconds until the next poll is needed, or null if this is unknown. */
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
    // Not awaited, because a long script must not delay the next poll.
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
