import { randomBytes } from 'node:crypto';
import { singleFlight } from '@slipway/concurrency';
import { message, plainText } from '@slipway/domain/messages';
import { Invalid, messageOf } from '@slipway/domain/model';
import { type PolledState, pollError, polledState } from '@slipway/domain/triggers';
import type { Polls } from '@slipway/engine';
import type { ClaimedPoll } from '@slipway/persistence/triggers';
import { repeat } from '@slipway/process';
import { deadlineIn, errorPosition, ReplayLog, runWithReplies } from '@slipway/script-protocol';
import type { Repeat } from '../due/due-watch.ts';
import { CannotRun, type ScriptContext } from '../scripts/context/context.ts';
import { RunSlots, type Slot, type SlotLimits } from '../scripts/run-slots.ts';
import { ActivePolls } from './active-polls.ts';
import { type LoggedRequest, maxPollMs, pollHandlers } from './poll-handlers.ts';
import { type PollSource, pollRequest } from './poll-request.ts';

export interface PollContext extends PollSource, Pick<ScriptContext, 'scripts' | 'egress' | 'logger'> {
  readonly polls: Polls;
  /** The lease of a poll. */
  readonly leaseMs?: number;
  /** the interval at which due polls are claimed */
  readonly intervalMs?: number;
  /** repeats the claims; by default at the interval */
  readonly repeat?: Repeat;
}

/** Most polls wait for servers. Therefore many can run at the same time. */
const slotLimits: SlotLimits = {
  computing: 4,
  runs: 64,
  runsPerRelease: 1,
  waitingBytes: 64_000_000,
  waitingBytesPerRelease: 32_000_000,
};
/**
 * The maximum duration of a poll while all slots are in use. An aborted poll has no effect and runs again at its next
 * time.
 */
const maxContendedMs = 60_000;
const defaultLeaseMs = 30_000;

/** Runs due polls, the longest overdue first. Several processes can run polls at the same time. */
export function startPolls(context: PollContext): { stop(): Promise<void> } {
  const { polls, leaseMs = defaultLeaseMs, intervalMs = 1_000, repeat: repeatClaims = repeat, logger } = context;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const slots = new RunSlots(slotLimits, () => void claimDue());
  const activePolls = new ActivePolls(slotLimits.runs, maxContendedMs);
  const start = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    activePolls.abortSlowPolls(performance.now());
    while (slots.available() > 0 && !stopping.signal.aborted) {
      const poll = await polls.claim(leaseMs);
      if (poll === null) return;
      const slot = slots.admit(poll.triggerId);
      // The previous poll of this trigger still runs in this process.
      if (slot === null) return await polls.postpone(poll);
      const { signal: preemption, end } = activePolls.start(performance.now());
      const activeRun: Promise<void> = pollOnce(context, { poll, slot, preemption }, leaseMs, stopping.signal).finally(
        () => {
          end();
          running.delete(activeRun);
          // Claims the next poll immediately, because thousands can be due at the same time.
          void claimDue();
        },
      );
      running.add(activeRun);
    }
  };
  const report = (error: unknown) => logger.warn({ error }, 'could not claim due polls; retrying');
  const claimDue = singleFlight(() => start().catch(report));
  const repeating = repeatClaims(intervalMs, claimDue, report);
  return {
    stop: async () => {
      stopping.abort(new Error('the process stops'));
      await repeating.stop();
      await claimDue();
      await Promise.all(running);
    },
  };
}

/** A running poll, with its slot. */
interface PollRun {
  readonly poll: ClaimedPoll;
  readonly slot: Slot;
  /** aborted if another poll needs the slot */
  readonly preemption: AbortSignal;
}

/** Runs a poll and stores its result. A temporary problem postpones the poll. */
async function pollOnce(context: PollContext, pollRun: PollRun, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const { polls, logger } = context;
  const { poll, slot } = pollRun;
  const { triggerId } = poll;
  const lease = leaseRenewal(context, poll, leaseMs);
  const requests: LoggedRequest[] = [];
  try {
    await slot.acquire();
    const result = await runPoll(context, { ...pollRun, requests }, AbortSignal.any([stopping, lease.signal]));
    if (result instanceof Error)
      logger.warn({ triggerId, reason: result.message, requests }, 'a trigger could not poll');
    await polls.end(poll, result);
  } catch (error) {
    // Without the lease, this process must not change the poll.
    if (lease.signal.aborted) return;
    if (!stopping.aborted) logger.warn({ error, triggerId }, 'a trigger could not poll and will retry');
    await (stopping.aborted ? polls.release(poll) : polls.postpone(poll)).catch((failure: unknown) =>
      logger.warn({ error: failure, triggerId }, 'could not release a poll; its lease will expire'),
    );
  } finally {
    slot.end();
    await lease.stop();
  }
}

/** Extends the lease of a poll until it ends. `signal` is aborted if the trigger is changed or deleted. */
function leaseRenewal({ polls, logger }: PollContext, poll: ClaimedPoll, leaseMs: number) {
  const lost = new AbortController();
  let isFresh = true;
  const renew = async (): Promise<void> => {
    if (isFresh) isFresh = false;
    else if (!(await polls.extend(poll, leaseMs))) lost.abort(new Error('the trigger was changed or deleted'));
  };
  const leaseRenewal = repeat(leaseMs / 3, renew, (error) =>
    logger.warn({ error }, 'could not extend the lease of a poll; retrying'),
  );
  return { signal: lost.signal, stop: leaseRenewal.stop };
}

/** Returns the result of the script, or the reason of its failure. Throws an error if a retry can succeed. */
async function runPoll(
  context: PollContext,
  { poll, slot, preemption, requests }: PollRun & { readonly requests: LoggedRequest[] },
  stopSignal: AbortSignal,
): Promise<PolledState | Error> {
  const { signal: timeout, end } = deadlineIn(maxPollMs);
  const signal = AbortSignal.any([stopSignal, timeout, preemption]);
  try {
    const prepared = await pollRequest(context, poll);
    const onRequest = (request: LoggedRequest) => requests.push(request);
    const answering = pollHandlers({ context, poll, prepared, slot, signal, onRequest });
    const outcome = await runWithReplies(context.scripts, prepared.request, answering, emptyReplayLog(), signal);
    if ('until' in outcome) throw new Error('could not release a poll; its lease will expire');
    const { error, output, variables: values } = outcome.answer;
    if (error !== null)
      return pollError(plainText(`${error.type}: ${error.message}${errorPosition(error)}`.replace(/\.$/, '')), output);
    return polledState(values, prepared.variables);
  } catch (error) {
    if (error instanceof CannotRun) return pollError(plainText(error.message.replace(/\.$/, '')), '');
    if (error instanceof Invalid) return pollError(messageOf(error), '');
    if (timeout.aborted) return pollError(message('poll.overdue', { minutes: maxPollMs / 60_000 }), '');
    if (preemption.aborted) return pollError(message('poll.preempted', { seconds: maxContendedMs / 1_000 }), '');
    throw error;
  } finally {
    end();
  }
}

/** Returns an empty log. The runner replays the script from its start with each response in the log. */
const emptyReplayLog = (): ReplayLog => {
  const journal = { began: Date.now(), seed: randomBytes(16).toString('hex'), entries: [] };
  return new ReplayLog({ journal, reads: {}, computedMs: 0 });
};
