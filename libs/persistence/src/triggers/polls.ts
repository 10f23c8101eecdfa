import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import {
  endPollSql,
  releasePollSql,
  type StoredTrigger,
  type TriggerRow,
  toTriggerRow,
  triggerColumns,
} from './triggers.ts';

/** The lease of a poll. A change of the trigger ends the lease, so that a result for the old trigger is discarded. */
export interface PollLease {
  readonly triggerId: string;
  readonly holder: string;
}

/** A due poll with its lease. */
export interface ClaimedPoll extends PollLease {
  readonly row: TriggerRow;
  /** The time at which the poll was due. */
  readonly dueAt: Instant;
  /** The user who requested the poll; null for a scheduled poll. */
  readonly requestedBy: string | null;
}

const isFreeSql = '(poll_until is null or poll_until <= clock_timestamp())';
const leaseUntilSql = "clock_timestamp() + $2 * interval '1 millisecond'";

const statements = {
  claim: {
    name: 'claim-poll',
    text: `with due as (
        select id from triggers where next_fire_at <= now() and poller_type is not null and ${isFreeSql}
          and (retry_at is null or retry_at <= now())
        order by next_fire_at limit 1 for update skip locked
      ), claimed as (
        update triggers set poll_holder = $1, poll_until = ${leaseUntilSql} where id = (select id from due)
        returning id, next_fire_at, poll_asked_by
      )
      select ${triggerColumns}, claimed.next_fire_at as "dueAt", claimed.poll_asked_by as "askedBy"
        from claimed join triggers t on t.id = claimed.id join folders f on f.id = t.folder_id`,
  },
  extend: {
    name: 'lease-poll',
    text: `update triggers set poll_until = ${leaseUntilSql} where id = $3 and poll_holder = $1 returning id`,
  },
  isLeased: { name: 'has-poll-lease', text: 'select id from triggers where id = $1 and poll_holder = $2' },
  end: {
    name: 'end-poll',
    text: `update triggers set version = version + 1, next_fire_at = $3::timestamptz, ${endPollSql},
        failures = 0, retry_at = null, last_run_date = clock_timestamp(), last_run_status = 'SUCCESS'
      where id = $1 and poll_holder = $2`,
  },
  release: {
    name: 'give-poll-back',
    text: `update triggers set ${releasePollSql} where id = $1 and poll_holder = $2`,
  },
  postpone: {
    name: 'postpone-poll',
    text: `update triggers set ${releasePollSql}, failures = failures + 1,
        retry_at = clock_timestamp() + least(300, power(2, least(failures, 10))) * interval '1 second'
      where id = $1 and poll_holder = $2`,
  },
  request: {
    name: 'request-poll',
    text: `update triggers set next_fire_at = clock_timestamp(), poll_asked_by = $2, ${releasePollSql}, failures = 0,
        retry_at = null
      where id = $1 and poller_type is not null and ${isFreeSql} returning id`,
  },
};

/**
 * Claims the longest overdue poll for `leaseMs`. Returns null if no poll is due. Concurrent callers claim different polls.
 */
export async function claimPoll(connection: Connection, holder: string, leaseMs: number): Promise<ClaimedPoll | null> {
  const [row] = await connection.query<StoredTrigger & { readonly dueAt: Instant; readonly askedBy: string | null }>(
    statements.claim,
    [holder, leaseMs],
  );
  if (row === undefined) return null;
  return { row: toTriggerRow(row), triggerId: row.id, holder, dueAt: row.dueAt, requestedBy: row.askedBy };
}

/** Extends the lease of a poll to `leaseMs` from now. Returns false if the lease was lost. */
export async function extendPollLease(connection: Connection, { triggerId, holder }: PollLease, leaseMs: number) {
  return (await connection.query(statements.extend, [holder, leaseMs, triggerId])).length > 0;
}

/** Whether the lease is still valid. The caller has locked the trigger. */
export const isPollLeased = async (connection: Connection, { triggerId, holder }: PollLease): Promise<boolean> =>
  (await connection.query(statements.isLeased, [triggerId, holder])).length > 0;

/** Ends a poll without changes, if its lease is still valid. */
export async function endPoll(
  connection: Connection,
  { triggerId, holder }: PollLease,
  nextFireAt: Instant | null,
): Promise<void> {
  await connection.query(statements.end, [triggerId, holder, timestamp(nextFireAt)]);
}

/** Releases a poll for the next process. */
export async function releasePoll(connection: Connection, { triggerId, holder }: PollLease): Promise<void> {
  await connection.query(statements.release, [triggerId, holder]);
}

/** Releases a poll with exponential backoff: after one second at first, and at most 5 minutes. */
export async function postponePoll(connection: Connection, { triggerId, holder }: PollLease): Promise<void> {
  await connection.query(statements.postpone, [triggerId, holder]);
}

/** Makes a poll due now on request, also if the trigger is disabled. Returns false if a poll is running. */
export const markPollRequested = async (
  connection: Connection,
  triggerId: string,
  username: string,
): Promise<boolean> => (await connection.query(statements.request, [triggerId, username])).length > 0;
