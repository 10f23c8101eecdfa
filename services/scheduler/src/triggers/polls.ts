import { failedPoll, Invalid, type PolledState, polledState } from '@slipway/domain';
import type { Polls } from '@slipway/engine';
import type { ClaimedPoll } from '@slipway/persistence';
import { placeOf } from '@slipway/scripts';
import { CannotRun } from '../scripts/context/cannot-run.ts';
import type { ScriptContext } from '../scripts/context/context.ts';
import { repeat } from '../timing/repeat.ts';
import { type PollSource, pollRequest } from './poll-request.ts';

export interface PollContext extends PollSource, Pick<ScriptContext, 'scripts' | 'logger'> {
  readonly polls: Polls;
  /** how long a poll is believed to be at it without a word */
  readonly holdMs?: number;
  /** from the start of one look to the start of the next */
  readonly everyMs?: number;
}

/** Most of them wait for a server; a slow one takes the places of a few. */
const mostAtOnce = 16;
const usualHoldMs = 30_000;
/** With all that it waits for. */
const longestMs = 10 * 60_000;

/** Polls for triggers whose time has come, those that wait longest first; any number of processes may. */
export function startPolls(context: PollContext): { stop(): Promise<void> } {
  const { polls, holdMs = usualHoldMs, everyMs = 1_000, logger } = context;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const start = async (): Promise<void> => {
    while (running.size < mostAtOnce && !stopping.signal.aborted) {
      const poll = await polls.claim(holdMs);
      if (poll === null) return;
      const mine: Promise<void> = pollOnce(context, poll, holdMs, stopping.signal).finally(() => {
        running.delete(mine);
        // the next one at once: thousands may be due at one moment
        void look();
      });
      running.add(mine);
    }
  };
  const report = (error: unknown) => logger.warn({ error }, 'a look for due polls has failed and will be repeated');
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => {
    looking ??= start()
      .catch(report)
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const repeating = repeat(everyMs, look, report);
  return {
    stop: async () => {
      stopping.abort(new Error('the process stops'));
      await repeating.stop();
      await looking;
      await Promise.all(running);
    },
  };
}

/** Polls, and says what came of it; what hinders it now lets it wait. */
async function pollOnce(context: PollContext, poll: ClaimedPoll, holdMs: number, stopping: AbortSignal): Promise<void> {
  const { polls, logger } = context;
  const { triggerId } = poll;
  const held = holding(context, poll, holdMs);
  try {
    const found = await foundBy(context, poll, AbortSignal.any([stopping, held.signal]));
    if (found instanceof Error) logger.warn({ triggerId, reason: found.message }, 'a trigger could not poll');
    await polls.end(poll, found);
  } catch (error) {
    // who does not hold it any more is not asked
    if (held.signal.aborted) return;
    if (!stopping.aborted) logger.warn({ error, triggerId }, 'a trigger could not poll now and will try again');
    await (stopping.aborted ? polls.giveBack(poll) : polls.postpone(poll)).catch((failure: unknown) =>
      logger.warn({ error: failure, triggerId }, 'a poll is given up when its time is over'),
    );
  } finally {
    await held.stop();
  }
}

/** Holds a poll for as long as it takes; `signal` is aborted where the trigger was changed or deleted meanwhile. */
function holding({ polls, logger }: PollContext, poll: ClaimedPoll, holdMs: number) {
  const lost = new AbortController();
  let isFresh = true;
  const hold = async (): Promise<void> => {
    if (isFresh) isFresh = false;
    else if (!(await polls.hold(poll, holdMs))) lost.abort(new Error('the trigger is another meanwhile'));
  };
  const holding = repeat(holdMs / 3, hold, (error) => logger.warn({ error }, 'a poll could not be held for longer'));
  return { signal: lost.signal, stop: holding.stop };
}

/** What the script has found, or why it could not; throws where it may be able to later. */
async function foundBy(context: PollContext, poll: ClaimedPoll, signal: AbortSignal): Promise<PolledState | Error> {
  const late = AbortSignal.timeout(longestMs);
  try {
    const { request, variables } = await pollRequest(context, poll);
    const { error, output, variables: left } = await context.scripts.run(request, AbortSignal.any([signal, late]));
    if (error !== null) return failedPoll(`${error.type}: ${error.message}${placeOf(error)}`, output);
    return polledState(left, variables);
  } catch (error) {
    if (error instanceof CannotRun || error instanceof Invalid) return failedPoll(error.message, '');
    if (late.aborted) return failedPoll(`it took longer than ${longestMs / 60_000} minutes`, '');
    throw error;
  }
}
