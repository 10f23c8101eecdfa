import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** A release and the time at which it is due. */
export interface DueRelease {
  readonly id: string;
  readonly at: Instant;
}

/** The due work to claim. */
export interface ClaimLimits {
  /** The minimum delay in milliseconds. Work with a shorter delay is left to the queue. */
  readonly graceMs: number;
  readonly limit: number;
}

/**
 * The duration of a claim: long enough to process a batch, short enough to recover quickly from a crash. It is half a
 * second at first, and two seconds after one failure. After three failures, it doubles with each failure, up to about
 * four minutes, because each attempt has a cost.
 */
const firstClaim = "interval '500 milliseconds'";
const repeatedClaim = "least(256, 2 * power(2, greatest(0, c.tries - 1))) * interval '1 second'";
/** The time for which the number of attempts is stored. It is longer than any claim. */
const attemptRetention = "interval '5 minutes'";

/** SQL that claims the rows of `due` without a valid claim. */
const claimSql = (due: string): string => `with due as (${due}),
    claimed as (
      insert into wake_claims as c (release_id, at, until) select id, at, now() + ${firstClaim} from due
      on conflict (release_id) do update set at = excluded.at,
        tries = case when c.at = excluded.at then c.tries + 1 else 0 end,
        until = now() + case when c.at = excluded.at then ${repeatedClaim} else ${firstClaim} end
        where c.at <> excluded.at or c.until <= now()
      returning release_id)
    select id, at from due join claimed on release_id = id order by at`;

/**
 * Uses `now()`, because an index cannot be searched with `clock_timestamp()`, which would read every waiting release. A
 * claim is for one due time, so later work of the same release can be claimed immediately.
 */
const claimDue = {
  name: 'claim-due',
  text: claimSql(`select id, next_wake_at as at from live_releases r
      where next_wake_at <= now() - $1 * interval '1 millisecond' and not exists (
        select from wake_claims c where c.release_id = r.id and c.at = r.next_wake_at and c.until > now())
      order by next_wake_at limit $2 for update skip locked`),
};

const claimOneDue = {
  name: 'claim-one-due',
  text: claimSql(`select id, next_wake_at as at from live_releases
      where id = $1 and next_wake_at <= now() for update skip locked`),
};

/**
 * Claims due live releases, the longest overdue first, for half a second, or longer after failed attempts. Skips
 * releases that another transaction is changing.
 */
export async function claimDueReleases(
  connection: Connection,
  { graceMs, limit }: ClaimLimits,
): Promise<readonly DueRelease[]> {
  return await connection.query<DueRelease>(claimDue, [graceMs, limit]);
}

/**
 * Claims one live release in the same way. Returns false if the release is not due, already claimed, or being changed
 * by another transaction.
 */
export async function claimDueRelease(connection: Connection, id: string): Promise<boolean> {
  return (await connection.query(claimOneDue, [id])).length > 0;
}

const deleteClaims = {
  name: 'delete-claims',
  text: `delete from wake_claims where release_id in (
    select release_id from wake_claims where until < now() - ${attemptRetention} limit $1 for update skip locked)`,
};

/**
 * Deletes at most `limit` claims that expired some time ago. Skips claims that another transaction is renewing, so that
 * neither transaction waits.
 */
export async function deleteExpiredClaims(connection: Connection, limit: number): Promise<void> {
  await connection.query(deleteClaims, [limit]);
}

const upcomingStatement = {
  name: 'soon-due',
  text: `select id, next_wake_at as at from live_releases
    where next_wake_at > now() and next_wake_at <= now() + $1 * interval '1 millisecond'
    order by next_wake_at limit $2`,
};

/** Lists live releases that are due within this number of milliseconds, the next due first. */
export async function findReleasesDueWithin(
  connection: Connection,
  ms: number,
  limit: number,
): Promise<readonly DueRelease[]> {
  return await connection.query<DueRelease>(upcomingStatement, [ms, limit]);
}

/** Statistics of overdue releases. */
export interface OverdueStats {
  /** The number of releases that are due for more than two seconds. */
  readonly count: number;
  /** The time in seconds since the oldest one was due; 0 without overdue releases. */
  readonly oldestSeconds: number;
}

const overdueStatement = {
  name: 'overdue',
  text: `select count(*) filter (where next_wake_at < now() - interval '2 seconds') as count,
      coalesce(extract(epoch from now() - min(next_wake_at)), 0)::float8 as "oldestSeconds"
    from live_releases where next_wake_at <= now()`,
};

/** Returns the number of overdue releases, and the delay of the oldest one. */
export async function readOverdue(connection: Connection): Promise<OverdueStats> {
  const [row] = await connection.query<OverdueStats>(overdueStatement);
  return row ?? { count: 0, oldestSeconds: 0 };
}
