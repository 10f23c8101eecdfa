import type { Connection } from './database.ts';

interface Row {
  readonly id: string;
}

const due = {
  name: 'due-releases',
  text: `select id from live_releases where next_wake_at <= clock_timestamp()
    order by next_wake_at limit $1 for update skip locked`,
};

/**
 * Ids of the live releases that time has something to say to, the longest overdue first. Those that someone is
 * changing at this moment are left for the next look; the locks of this one statement end with it.
 */
export async function dueReleases(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<Row>(due, [limit]);
  return rows.map(({ id }) => id);
}

/** A running gate whose stored sight of a target is not what the target is: nobody has told it. */
const untold = {
  name: 'untold-releases',
  text: `select distinct a.release_id as id
    from awaits a
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
            else 'missing' end)
    limit $1`,
};

/** Ids of the releases with running gates that do not know yet that something they wait for has ended. */
export async function untoldReleases(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<Row>(untold, [limit]);
  return rows.map(({ id }) => id);
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
