import type { Instant } from '@slipway/domain';
import type { Connection } from '../database/database.ts';

interface Row {
  readonly id: string;
}

/** A release, and the moment that is owed to it. */
export interface Due {
  readonly id: string;
  readonly at: Instant;
}

/** How much of what is due somebody takes. */
export interface Claiming {
  /** what is due for less than this is left to the queue, in milliseconds */
  readonly graceMs: number;
  readonly limit: number;
}

/**
 * As long as it takes to wake a batch, and not longer than one wants to wait for a replica that died meanwhile. What
 * was taken three times in vain cannot be woken, and each try costs what made it fail: from then on twice as long as
 * before, up to some four minutes.
 */
const claimedFor = (tries: string) => `least(256, 2 * power(2, greatest(0, ${tries} - 2))) * interval '1 second'`;
/** Longer than any claim holds: until then it is known how often something was tried. */
const tryingFor = "interval '5 minutes'";

/**
 * `now()` and not `clock_timestamp()`, which no index can be searched with: with it every waiting release would be
 * looked at. A claim is for one debt: what is owed later to the same release can be taken at once.
 */
const claimDue = {
  name: 'claim-due',
  text: `with due as (
      select id, next_wake_at as at from live_releases r
      where next_wake_at <= now() - $1 * interval '1 millisecond' and not exists (
        select from wake_claims c where c.release_id = r.id and c.at = r.next_wake_at and c.until > now())
      order by next_wake_at limit $2 for update skip locked),
    claimed as (
      insert into wake_claims as c (release_id, at, until) select id, at, now() + ${claimedFor('0')} from due
      on conflict (release_id) do update set at = excluded.at,
        tries = case when c.at = excluded.at then c.tries + 1 else 0 end,
        until = now() + case when c.at = excluded.at then ${claimedFor('c.tries + 1')} else ${claimedFor('0')} end
        where c.at <> excluded.at or c.until <= now()
      returning release_id)
    select id, at from due join claimed on release_id = id order by at`,
};

/**
 * Takes live releases that time has something to say to, the longest overdue first, so that for two seconds, or
 * longer where that was in vain before, nobody else gets them from here. Those that someone is changing at this moment are left for the next look.
 */
export async function claimDueReleases(connection: Connection, { graceMs, limit }: Claiming): Promise<readonly Due[]> {
  return await connection.query<Due>(claimDue, [graceMs, limit]);
}

const forgetClaims = {
  name: 'forget-claims',
  text: `delete from wake_claims where release_id in (
    select release_id from wake_claims where until < now() - ${tryingFor} for update skip locked)`,
};

/** Forgets claims that have been over for a while, but for those that somebody takes again at this moment: nobody waits for nobody. */
export async function forgetOldClaims(connection: Connection): Promise<void> {
  await connection.query(forgetClaims);
}

const soon = {
  name: 'soon-due',
  text: `select id, next_wake_at as at from live_releases
    where next_wake_at > now() and next_wake_at <= now() + $1 * interval '1 millisecond'
    order by next_wake_at limit $2`,
};

/** Live releases that something is owed to within so many milliseconds, the nearest first. */
export async function releasesDueWithin(connection: Connection, ms: number, limit: number): Promise<readonly Due[]> {
  return await connection.query<Due>(soon, [ms, limit]);
}

/** What is due for too long. */
export interface Overdue {
  /** due for more than two seconds */
  readonly count: number;
  /** for how long the first of them is due, in seconds; 0 where nothing is */
  readonly oldestSeconds: number;
}

const overdue = {
  name: 'overdue',
  text: `select count(*) filter (where next_wake_at < now() - interval '2 seconds') as count,
      coalesce(extract(epoch from now() - min(next_wake_at)), 0)::float8 as "oldestSeconds"
    from live_releases where next_wake_at <= now()`,
};

/** How far behind the releases are. */
export async function readOverdue(connection: Connection): Promise<Overdue> {
  const [row] = await connection.query<Overdue>(overdue);
  return row ?? { count: 0, oldestSeconds: 0 };
}

/** A running gate whose stored sight of a target is not what the target is: nobody has told it. */
const untoldInSlice = `
  from slice a
  join live_tasks gate on gate.id = a.task_id and gate.status = 'IN_PROGRESS'
  left join lateral (
    select status from releases where id = a.reference
    union all select status from phases where id = a.reference
    union all select status from tasks where id = a.reference limit 1
  ) target on true
  where a.kind = 'target'
    and (target.status is null or target.status in ('COMPLETED', 'SKIPPED', 'ABORTED', 'TEMPLATE'))
    and not exists (
      select from jsonb_each(gate.run -> 'sights') sight
      where sight.value ->> 'target' = a.reference
        and sight.value ->> 'state' = case
          when target.status in ('COMPLETED', 'SKIPPED') then 'done' when target.status = 'ABORTED' then 'aborted'
          else 'missing' end)`;

/** How far a walk over all waiting gates has come. */
export interface GateWalk {
  readonly reference: string;
  readonly releaseId: string;
  readonly taskId: string;
}

/** Where every walk begins. */
export const walkStart: GateWalk = { reference: '', releaseId: '', taskId: '' };

interface WalkRow {
  readonly ids: readonly string[] | null;
  readonly size: number;
  readonly last: GateWalk | null;
}

/** Every gate costs some look-ups, so one step of the walk looks at a bounded number of them. */
const untoldStep = {
  name: 'untold-step',
  text: `with slice as materialized (
      select reference, release_id, task_id, kind from awaits
      where kind = 'target' and (reference, release_id, task_id) > ($1, $2, $3)
      order by reference, release_id, task_id limit $4)
    select (select array_agg(distinct a.release_id) ${untoldInSlice}) as ids,
      (select count(*) from slice) as size,
      (select json_build_object('reference', reference, 'releaseId', release_id, 'taskId', task_id) from slice
        order by reference desc, release_id desc, task_id desc limit 1) as last`,
};

/**
 * One step of a walk over all waiting gates: the releases among the next `limit` awaits that nobody has told, and where
 * the next step goes on. A walk that has come to its end begins again.
 */
export async function walkUntold(
  connection: Connection,
  { reference, releaseId, taskId }: GateWalk,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly next: GateWalk }> {
  const [row] = await connection.query<WalkRow>(untoldStep, [reference, releaseId, taskId, limit]);
  const next = row === undefined || row.last === null || row.size < limit ? walkStart : row.last;
  return { ids: row?.ids ?? [], next };
}

const capacity = {
  name: 'capacity-waiters',
  text: `select distinct release_id as id from awaits where reference = 'created' and kind = 'capacity' limit $1`,
};

/** Ids of releases with create-release tasks that wait until fewer releases run. */
export async function capacityWaiters(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<Row>(capacity, [limit]);
  return rows.map(({ id }) => id);
}

const taken = {
  name: 'taken-ids',
  text: `select id from releases where id = any ($1::text[])
    union all select id from phases where id = any ($1::text[])
    union all select id from tasks where id = any ($1::text[])
    union all select unnest(variable_ids) from live_releases where variable_ids && $1::text[]
    union all select unnest(part_ids) from live_tasks where part_ids && $1::text[]`,
};

/** Which of these ids belong to something already, live or archived. */
export async function takenIds(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.query<Row>(taken, [ids]);
  return new Set(rows.map(({ id }) => id));
}
