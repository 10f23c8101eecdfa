import { message, textOf } from '@slipway/domain/messages';
import { Conflict, type Instant, NotFound } from '@slipway/domain/model';
import { isPollTrigger, type PolledState, resultOfPoll, type Trigger } from '@slipway/domain/triggers';
import { type Connection, readClock } from '@slipway/persistence/database';
import {
  type ClaimedPoll,
  claimPoll,
  endPoll,
  extendPollLease,
  isPollLeased,
  lockTrigger,
  markPollRequested,
  type PollLease,
  postponePoll,
  releasePoll,
} from '@slipway/persistence/triggers';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import { newId } from '../environment/ids.ts';
import { unrestrictedSystemCaller } from '../people/person.ts';
import { withRecordedFault } from './faults.ts';
import { fire } from './fire.ts';
import type { ClaimedTrigger, Firing } from './firing.ts';
import { createTimetable } from './timetable.ts';

/** The polls of triggers, for processes that can run their scripts. */
export interface Polls {
  /** Claims the longest overdue poll for this time; null if none is due. */
  claim(leaseMs: number): Promise<ClaimedPoll | null>;
  /**
   * Extends the lease, starting now. Returns false if the lease has expired. The result of the poll is then discarded.
   */
  extend(poll: PollLease, leaseMs: number): Promise<boolean>;
  /** Releases the poll for the next process. */
  release(poll: PollLease): Promise<void>;
  /** Releases the poll after a pause, which doubles each time up to five minutes. */
  postpone(poll: PollLease): Promise<void>;
  /**
   * Ends a poll with its new state or its error. A changed state creates a release. Does nothing if the lease has
   * expired.
   */
  end(poll: ClaimedPoll, pollResult: PolledState | Error): Promise<void>;
}

/** Creates the polls of an engine. `onFired` receives each firing. */
export const createPolls = (context: EngineContext, onFired: (firing: Firing) => void): Polls => ({
  claim: (leaseMs) => claimPoll(context.database, newId('Activity'), leaseMs),
  extend: (poll, leaseMs) => extendPollLease(context.database, poll, leaseMs),
  release: (poll) => releasePoll(context.database, poll),
  postpone: (poll) => postponePoll(context.database, poll),
  end: async (poll, pollResult) => {
    for (const firing of await completePoll(context, poll, pollResult)) onFired(firing);
  },
});

/**
 * Makes the poll of a trigger due immediately, whether the trigger is enabled or not. Throws NotFound, and Conflict
 * during a poll.
 */
export async function requestPoll(connection: Connection, id: string, username: string): Promise<void> {
  if (await markPollRequested(connection, id, username)) return;
  if ((await lockTrigger(connection, id)) === null) throw new NotFound(message('notFound.trigger', { id }));
  throw new Conflict(message('trigger.isPolling', { id }));
}

async function completePoll(
  context: EngineContext,
  poll: ClaimedPoll,
  pollResult: PolledState | Error,
): Promise<readonly Firing[]> {
  const { requestedBy, row } = poll;
  const { database } = context;
  // most polls find no change, and need no transaction and no run history entry
  if (
    requestedBy === null &&
    !(pollResult instanceof Error) &&
    resultOfPoll(row.trigger.triggerState, pollResult) === 'same'
  ) {
    await endPoll(database, poll, nextPoll(row, await readClock(database)));
    return [];
  }
  const caller =
    requestedBy === null ? unrestrictedSystemCaller : { ...unrestrictedSystemCaller, username: requestedBy };
  const claim = (connection: Connection) => claimCompletedPoll(connection, poll, pollResult);
  const request = { triggerId: poll.triggerId, claim, caller, isAutomatic: requestedBy === null, key: null };
  const batch = await withRecordedFault((fault) => fire(context, request, fault));
  return batch?.firings ?? [];
}

/** Returns the next poll time after this time. Missed times are skipped. */
function nextPoll({ trigger, anchor }: { readonly trigger: Trigger; readonly anchor: Instant }, now: Instant) {
  if (!isPollTrigger(trigger) || !trigger.enabled) return null;
  return createTimetable({ ...trigger, anchor }).after(now);
}

async function claimCompletedPoll(
  connection: Connection,
  poll: ClaimedPoll,
  pollResult: PolledState | Error,
): Promise<ClaimedTrigger | null> {
  const { triggerId, holder, requestedBy } = poll;
  const [row, isLeased, now] = await settleAll(
    lockTrigger(connection, triggerId),
    isPollLeased(connection, poll),
    readClock(connection),
  );
  if (row === null || !isLeased) return null;
  const scheduledAt = requestedBy === null ? poll.dueAt : null;
  const claimed = { row, now, before: [], nextFireAt: nextPoll(row, now) };
  const occasion = { key: holder, scheduledAt, event: null, polled: {}, fault: null };
  if (pollResult instanceof Error) {
    return { ...claimed, occasions: [{ ...occasion, fault: pollResult }], withoutRelease: null, triggerState: null };
  }
  const { state: triggerState, values: polled } = pollResult;
  const result = resultOfPoll(row.trigger.triggerState, pollResult);
  if (result === 'changed') {
    return { ...claimed, occasions: [{ ...occasion, polled }], withoutRelease: null, triggerState };
  }
  const withoutRelease = { ...skippedRun, occasion: holder, scheduledAt, reason: textOf(reasons[result]) };
  return { ...claimed, occasions: [], withoutRelease, triggerState };
}

const skippedRun = { outcome: 'skipped', releaseId: null, releaseTitle: null, templateId: null } as const;

const reasons = {
  same: message('triggerSkip.unchanged'),
  first: message('triggerSkip.firstPoll'),
} as const;
