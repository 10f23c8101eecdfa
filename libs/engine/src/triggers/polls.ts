import {
  Conflict,
  clip,
  type Instant,
  isPollTrigger,
  NotFound,
  type PolledState,
  resultOfPoll,
  type Trigger,
} from '@slipway/domain';
import {
  askForPoll,
  type ClaimedPoll,
  type Connection,
  claimPoll,
  endPoll,
  givePollBack,
  holdPoll,
  isPollHeld,
  lockTrigger,
  type PollHold,
  postponePoll,
  readClock,
} from '@slipway/persistence';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/context.ts';
import { newId } from '../environment/ids.ts';
import { systemThere } from '../people/caller.ts';
import { fire } from './fire.ts';
import type { ClaimedTrigger, Firing } from './firing.ts';
import { recordingMistakes } from './mistakes.ts';
import { timetableOf } from './timetable.ts';

/** The polls of triggers, for processes that can run their scripts. */
export interface Polls {
  /** The poll that is due longest, held for so long; null when none is. */
  claim(holdMs: number): Promise<ClaimedPoll | null>;
  /** Extends its lease from now on. Returns false if the lease has expired; its result does not count then. */
  hold(poll: PollHold, holdMs: number): Promise<boolean>;
  /** Releases the poll for the next process. */
  giveBack(poll: PollHold): Promise<void>;
  /** Releases the poll for a time after a pause, which doubles each time up to five minutes. */
  postpone(poll: PollHold): Promise<void>;
  /** Ends a poll by what it has found, or by why it has failed: a change makes a release. Changes nothing where it is not held any more. */
  end(poll: ClaimedPoll, found: PolledState | Error): Promise<void>;
}

/** The polls of an engine; `onFired` receives each firing. */
export const pollsOf = (context: EngineContext, onFired: (firing: Firing) => void): Polls => ({
  claim: (holdMs) => claimPoll(context.database, newId('Activity'), holdMs),
  hold: (poll, holdMs) => holdPoll(context.database, poll, holdMs),
  giveBack: (poll) => givePollBack(context.database, poll),
  postpone: (poll) => postponePoll(context.database, poll),
  end: async (poll, found) => {
    for (const firing of await ended(context, poll, found)) onFired(firing);
  },
});

/** Makes a poll due at once, enabled or not. Throws NotFound, and Conflict during a poll. */
export async function requestPoll(connection: Connection, id: string, username: string): Promise<void> {
  if (await askForPoll(connection, id, username)) return;
  if ((await lockTrigger(connection, id)) === null) throw new NotFound(`there is no trigger '${clip(id)}'`);
  throw new Conflict(`trigger '${id}' is polling now: see its runs for the result`);
}

async function ended(
  context: EngineContext,
  poll: ClaimedPoll,
  found: PolledState | Error,
): Promise<readonly Firing[]> {
  const { askedBy, row } = poll;
  const { database } = context;
  // most polls find nothing new: no transaction, and no line of the ledger
  if (askedBy === null && !(found instanceof Error) && resultOfPoll(row.trigger.triggerState, found) === 'same') {
    await endPoll(database, poll, nextPoll(row, await readClock(database)));
    return [];
  }
  const caller = askedBy === null ? systemThere : { ...systemThere, username: askedBy };
  const claim = (connection: Connection) => claimEnded(connection, poll, found);
  const request = { triggerId: poll.triggerId, claim, caller, byItself: askedBy === null, key: null };
  const batch = await recordingMistakes((mistake) => fire(context, request, mistake));
  return batch?.firings ?? [];
}

/** The next poll of a trigger after a time: missed times are not repeated. */
function nextPoll({ trigger, anchor }: { readonly trigger: Trigger; readonly anchor: Instant }, now: Instant) {
  if (!isPollTrigger(trigger) || !trigger.enabled) return null;
  return timetableOf({ ...trigger, anchor }).after(now);
}

async function claimEnded(
  connection: Connection,
  poll: ClaimedPoll,
  found: PolledState | Error,
): Promise<ClaimedTrigger | null> {
  const { triggerId, holder, askedBy } = poll;
  const [row, isHeld, now] = await settleAll(
    lockTrigger(connection, triggerId),
    isPollHeld(connection, poll),
    readClock(connection),
  );
  if (row === null || !isHeld) return null;
  const scheduledAt = askedBy === null ? poll.dueAt : null;
  const claimed = { row, now, before: [], nextFireAt: nextPoll(row, now) };
  const occasion = { key: holder, scheduledAt, event: null, polled: {}, mistake: null };
  if (found instanceof Error) {
    return { ...claimed, occasions: [{ ...occasion, mistake: found }], withoutRelease: null, triggerState: null };
  }
  const { state: triggerState, values: polled } = found;
  const result = resultOfPoll(row.trigger.triggerState, found);
  if (result === 'changed') {
    return { ...claimed, occasions: [{ ...occasion, polled }], withoutRelease: null, triggerState };
  }
  const withoutRelease = { ...skippedRun, occasion: holder, scheduledAt, reason: reasons[result] };
  return { ...claimed, occasions: [], withoutRelease, triggerState };
}

const skippedRun = { outcome: 'skipped', releaseId: null, releaseTitle: null, templateId: null } as const;

const reasons = {
  same: 'nothing has changed since the poll before',
  first: 'the first poll only records the state that it finds',
} as const;
