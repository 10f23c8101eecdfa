import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** A release, and the moment at which it is due. */
export interface DueRelease {
  readonly id: string;
  readonly at: Instant;
}

/** The amount of due work to claim. */
export interface ClaimLimits {
  /** what is due for less than this is left to the queue, in milliseconds */
  readonly graceMs: number;
  readonly limit: number;
}

/**
 * The duration of a claim: long enough to wake a batch, and short enough for the crash of a replica. Half a second,
 * and two seconds after one failure. A release that was claimed three times without success cannot be woken, and each
 * attempt costs. From then on the duration doubles, up to about four minutes.
 */
const firstClaim = "interval '500 milliseconds'";
const repeatedClaim = "least(256, 2 * power(2, greatest(0, c.tries - 1))) * interval '1 second'";
/** Longer than any claim holds: until then it is known how often something was tried. */
const attemptRetention = "interval '5 minutes'";

/** SQL that claims the result of `due`, unless another claim exists. */
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
 * `now()` and not `clock_timestamp()`, which no index can be searched with: with it every waiting release would be
 * looked at. A claim is for one moment: a later one of the same release can be claimed at once.
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
 * Claims live releases that are due, the longest overdue first, for half a second or longer after failed attempts.
 * Releases that are being changed now are left for the next call.
 */
export async function claimDueReleases(
  connection: Connection,
  { graceMs, limit }: ClaimLimits,
): Promise<readonly DueRelease[]> {
  return await connection.query<DueRelease>(claimDue, [graceMs, limit]);
}

/** Claims one live release in the same way. Returns false if it is not due, claimed, or being changed now. */
export async function claimDueRelease(connection: Connection, id: string): Promise<boolean> {
  return (await connection.query(claimOneDue, [id])).length > 0;
}

const deleteClaims = {
  name: 'forget-claims',
  text: `delete from wake_claims where release_id in (
    select release_id from wake_claims where until < now() - ${attemptRetention} limit $1 for update skip locked)`,
};

/**
 * Deletes claims that expired some time ago, at most `most`. Claims that are being renewed now are left, so that
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

/** Live releases that are due within this number of milliseconds, the nearest first. */
export async function findReleasesDueWithin(
  connection: Connection,
  ms: number,
  limit: number,
): Promise<readonly DueRelease[]> {
  return await connection.query<DueRelease>(upcomingStatement, [ms, limit]);
}

/** Releases that are overdue. */
export interface OverdueStats {
  /** due for more than two seconds */
  readonly count: number;
  /** for how long the first of them is due, in seconds; 0 where nothing is */
  readonly oldestSeconds: number;
}

const overdueStatement = {
  name: 'overdue',
  text: `select count(*) filter (where next_wake_at < now() - interval '2 seconds') as count,
      coalesce(extract(epoch from now() - min(next_wake_at)), 0)::float8 as "oldestSeconds"
    from live_releases where next_wake_at <= now()`,
};

/** The number of overdue releases, and the delay of the oldest one. */
export async function readOverdue(connection: Connection): Promise<OverdueStats> {
  const [row] = await connection.query<OverdueStats>(overdueStatement);
  return row ?? { count: 0, oldestSeconds: 0 };
}
