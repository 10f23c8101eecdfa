import { message } from '@slipway/domain/messages';
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
import { fire } from './fire.ts';
import type { ClaimedTrigger, Firing } from './firing.ts';
import { withRecordedMistake } from './mistakes.ts';
import { createTimetable } from './timetable.ts';

/** The polls of triggers, for processes that can run their scripts. */
export interface Polls {
  /** The poll that is due longest, held for so long; null when none is. */
  claim(leaseMs: number): Promise<ClaimedPoll | null>;
  /** Extends its lease from now on. Returns false if the lease has expired; its result does not count then. */
  extend(poll: PollLease, leaseMs: number): Promise<boolean>;
  /** Releases the poll for the next process. */
  release(poll: PollLease): Promise<void>;
  /** Releases the poll for a time after a pause, which doubles each time up to five minutes. */
  postpone(poll: PollLease): Promise<void>;
  /** Ends a poll by what it has found, or by why it has failed: a change makes a release. Changes nothing where it is not held any more. */
  end(poll: ClaimedPoll, pollResult: PolledState | Error): Promise<void>;
}

/** The polls of an engine; `onFired` receives each firing. */
export const createPolls = (context: EngineContext, onFired: (firing: Firing) => void): Polls => ({
  claim: (leaseMs) => claimPoll(context.database, newId('Activity'), leaseMs),
  extend: (poll, leaseMs) => extendPollLease(context.database, poll, leaseMs),
  release: (poll) => releasePoll(context.database, poll),
  postpone: (poll) => postponePoll(context.database, poll),
  end: async (poll, pollResult) => {
    for (const firing of await completePoll(context, poll, pollResult)) onFired(firing);
  },
});

/** Makes a poll due at once, enabled or not. Throws NotFound, and Conflict during a poll. */
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
  // most polls find nothing new: no transaction, and no line of the ledger
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
  const batch = await withRecordedMistake((mistake) => fire(context, request, mistake));
  return batch?.firings ?? [];
}

/** The next poll of a trigger after a time: missed times are not repeated. */
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
  const occasion = { key: holder, scheduledAt, event: null, polled: {}, mistake: null };
  if (pollResult instanceof Error) {
    return { ...claimed, occasions: [{ ...occasion, mistake: pollResult }], withoutRelease: null, triggerState: null };
  }
  const { state: triggerState, values: polled } = pollResult;
  const result = resultOfPoll(row.trigger.triggerState, pollResult);
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
