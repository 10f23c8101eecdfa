import { randomBytes } from 'node:crypto';
import { failedPoll, Invalid, type PolledState, polledState } from '@slipway/domain';
import type { Polls } from '@slipway/engine';
import type { ClaimedPoll } from '@slipway/persistence';
import { repeat } from '@slipway/runtime';
import { Course, deadlineIn, placeOf, runAnswered } from '@slipway/scripts';
import { CannotRun } from '../scripts/context/cannot-run.ts';
import type { ScriptContext } from '../scripts/context/context.ts';
import { type Place, Places, type Shares } from '../scripts/places.ts';
import { longestPollMs, type PolledRequest, pollAnswering } from './poll-answering.ts';
import { type PollSource, pollRequest } from './poll-request.ts';
import { PollsUnderWay } from './polls-under-way.ts';

export interface PollContext extends PollSource, Pick<ScriptContext, 'scripts' | 'egress' | 'logger'> {
  readonly polls: Polls;
  /** The lease of a poll. */
  readonly holdMs?: number;
  /** from the start of one look to the start of the next */
  readonly everyMs?: number;
}

/** Most polls wait for servers meanwhile, and the slow ones among these keep the others from no place. */
const shares: Shares = { computing: 4, runs: 64, ofRelease: 1, held: 64_000_000, heldByRelease: 32_000_000 };
/** Nothing of a poll lasts: one that took longer is made again at its next time. */
const patienceMs = 60_000;
const usualHoldMs = 30_000;

/** Polls for triggers whose time has come, those that wait longest first; any number of processes may. */
export function startPolls(context: PollContext): { stop(): Promise<void> } {
  const { polls, holdMs = usualHoldMs, everyMs = 1_000, logger } = context;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const places = new Places(shares, () => void look());
  const underWay = new PollsUnderWay(shares.runs, patienceMs);
  const start = async (): Promise<void> => {
    underWay.makeRoom(performance.now());
    while (places.room() > 0 && !stopping.signal.aborted) {
      const poll = await polls.claim(holdMs);
      if (poll === null) return;
      const place = places.enter(poll.triggerId);
      // it is still given up by this process
      if (place === null) return await polls.postpone(poll);
      const { signal: hurry, end } = underWay.begin(performance.now());
      const mine: Promise<void> = pollOnce(context, { poll, place, hurry }, holdMs, stopping.signal).finally(() => {
        end();
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

/** A poll that this process makes, and what it may take of it. */
interface Placed {
  readonly poll: ClaimedPoll;
  readonly place: Place;
  /** aborted where others are to have the place */
  readonly hurry: AbortSignal;
}

/** Polls, and reports the result; a temporary problem postpones it. */
async function pollOnce(context: PollContext, placed: Placed, holdMs: number, stopping: AbortSignal): Promise<void> {
  const { polls, logger } = context;
  const { poll, place } = placed;
  const { triggerId } = poll;
  const held = holding(context, poll, holdMs);
  const requests: PolledRequest[] = [];
  try {
    await place.take();
    const found = await foundBy(context, { ...placed, requests }, AbortSignal.any([stopping, held.signal]));
    if (found instanceof Error) logger.warn({ triggerId, reason: found.message, requests }, 'a trigger could not poll');
    await polls.end(poll, found);
  } catch (error) {
    // After the end of the lease, it is not run.
    if (held.signal.aborted) return;
    if (!stopping.aborted) logger.warn({ error, triggerId }, 'a trigger could not poll now and will try again');
    await (stopping.aborted ? polls.giveBack(poll) : polls.postpone(poll)).catch((failure: unknown) =>
      logger.warn({ error: failure, triggerId }, 'a poll is given up when its time is over'),
    );
  } finally {
    place.end();
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
async function foundBy(
  context: PollContext,
  { poll, place, hurry, requests }: Placed & { readonly requests: PolledRequest[] },
  wanted: AbortSignal,
): Promise<PolledState | Error> {
  const { signal: late, end } = deadlineIn(longestPollMs);
  const signal = AbortSignal.any([wanted, late, hurry]);
  try {
    const asked = await pollRequest(context, poll);
    const onRequest = (request: PolledRequest) => requests.push(request);
    const answering = pollAnswering({ context, poll, asked, place, signal, onRequest });
    const outcome = await runAnswered(context.scripts, asked.request, answering, newCourse(), signal);
    if ('until' in outcome) throw new Error('could not release a poll; its lease will expire');
    const { error, output, variables: left } = outcome.answer;
    if (error !== null) return failedPoll(`${error.type}: ${error.message}${placeOf(error)}`, output);
    return polledState(left, asked.variables);
  } catch (error) {
    if (error instanceof CannotRun || error instanceof Invalid) return failedPoll(error.message, '');
    if (late.aborted) return failedPoll(`it took longer than ${longestPollMs / 60_000} minutes`, '');
    if (hurry.aborted) return failedPoll(`it took longer than ${patienceMs / 1_000} seconds, and others waited`, '');
    throw error;
  } finally {
    end();
  }
}

/** By which a poll is repeated with each answer, from its start. */
const newCourse = (): Course => {
  const journal = { began: Date.now(), seed: randomBytes(16).toString('hex'), entries: [] };
  return new Course({ journal, reads: {}, computedMs: 0 });
};
