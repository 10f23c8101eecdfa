import type { PreviewContext } from '@slipway/domain/forecast';
import { targetStateOf } from '@slipway/domain/gates';
import type { Instant, Status, TargetState } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/**
 * A waiting gate is notified after a change of its target. A gate that begins to wait must see the change or be seen
 * by it, hence the share lock.
 */
const lockTargets = {
  name: 'lock-targets',
  text: `select id from live_releases where id in (
      select release_id from live_tasks where id = any ($1::text[])
      union select release_id from live_phases where id = any ($1::text[])
      union select unnest($1::text[]))
    order by id for share nowait`,
};

/**
 * Nearly all targets are live. The archive has parts for each month, for all of which a look there is planned: it costs ten
 * times as much, and is made only for those that are not found.
 */
const stateStatement = (partition: 'live' | 'archived') => ({
  name: `${partition}-targets`,
  text: `select id, status from ${partition}_releases where id = any ($1::text[])
    union all select id, status from ${partition}_phases where id = any ($1::text[])
    union all select id, status from ${partition}_tasks where id = any ($1::text[])`,
});
const liveStatement = stateStatement('live');
const archivedStatement = stateStatement('archived');

/** Live rows first: a target that is archived meanwhile is found in the archive, and no row moves back. */
async function readStates(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, TargetState>> {
  const states = new Map<string, TargetState>();
  for (const statement of [liveStatement, archivedStatement]) {
    const remaining = ids.filter((id) => !states.has(id));
    if (remaining.length === 0) break;
    const rows = await connection.query<{ readonly id: string; readonly status: Status }>(statement, [remaining]);
    for (const { id, status } of rows) states.set(id, targetStateOf(status));
  }
  return states;
}

/**
 * What the releases, phases and tasks with these ids are to a gate. Their releases stay as they are until the
 * transaction ends; never waits for another one: fails with 55P03 while a target's release is being changed.
 */
export async function readTargets(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TargetState>> {
  const [, states] = await Promise.all([connection.query(lockTargets, [ids]), readStates(connection, ids)]);
  return new Map(ids.map((id) => [id, states.get(id) ?? 'missing']));
}

/**
 * The ended releases, phases and tasks among these ids. Locks nothing: an ended target stays ended for a gate that has
 * observed it.
 */
export async function findDoneTargets(connection: Connection, ids: readonly string[]): Promise<readonly string[]> {
  const states = await readStates(connection, ids);
  return [...states].filter(([, state]) => state === 'done').map(([id]) => id);
}

const endStatement = {
  name: 'target-ends',
  text: `select id, status, coalesce(end_date, due_date) as "endsAt" from releases where id = any ($1::text[])
    union all select id, status, coalesce(end_date, due_date) from phases where id = any ($1::text[])
    union all select id, status, coalesce(end_date, due_date) from tasks where id = any ($1::text[])`,
};

interface TargetEnd {
  readonly id: string;
  readonly status: Status;
  readonly endsAt: Instant | null;
}

/** How the releases, phases and tasks with these ids stand, and when they have ended or are due; locks nothing. */
export async function readTargetEnds(
  connection: Connection,
  ids: readonly string[],
): Promise<PreviewContext['targets']> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<TargetEnd>(endStatement, [ids]);
  return new Map(rows.map(({ id, status, endsAt }) => [id, { state: targetStateOf(status), endsAt }]));
}
