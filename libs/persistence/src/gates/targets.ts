import type { PreviewContext } from '@slipway/domain/forecast';
import { targetStateOf } from '@slipway/domain/gates';
import type { Instant, Status, TargetState } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { endsWaitSql, statusSql, targetStateSql } from '../database/statuses.ts';

/**
 * A waiting gate is notified after a change of its target. The share lock makes concurrent changes visible: either the
 * gate sees the change, or the change sees the gate.
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
 * Nearly all targets are live. A query of the archive is planned for each monthly partition, which takes ten times as
 * long, so only targets that are not live are searched there.
 */
const stateStatement = (partition: 'live' | 'archived') => ({
  name: `${partition}-targets`,
  text: `select id, status from ${partition}_releases where id = any ($1::text[])
    union all select id, status from ${partition}_phases where id = any ($1::text[])
    union all select id, status from ${partition}_tasks where id = any ($1::text[])`,
});
const liveStatement = stateStatement('live');
const archivedStatement = stateStatement('archived');

/**
 * Reads live rows first. A target that is archived in the meantime is then found in the archive, and no row moves back.
 */
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
 * Reads the gate target states of the releases, phases and tasks with these ids. Locks their releases until the
 * transaction ends. Does not wait: fails with 55P03 if another transaction is changing one of these releases.
 */
export async function readTargets(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TargetState>> {
  const [, states] = await Promise.all([connection.query(lockTargets, [ids]), readStates(connection, ids)]);
  return new Map(ids.map((id) => [id, states.get(id) ?? 'missing']));
}

/**
 * Finds the ended releases, phases and tasks among these ids. Locks nothing, because a gate that has observed the end
 * of a target ignores later changes.
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

/** Reads the states of releases, phases and tasks, with their end or due dates. Locks no row. */
export async function readTargetEnds(
  connection: Connection,
  ids: readonly string[],
): Promise<PreviewContext['targets']> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<TargetEnd>(endStatement, [ids]);
  return new Map(rows.map(({ id, status, endsAt }) => [id, { state: targetStateOf(status), endsAt }]));
}

/** SQL that joins the awaits `a` with their running gates and the targets, which may be missing. */
export const gatesWithTargetsSql = `
  join live_tasks gate on gate.id = a.task_id and gate.status = ${statusSql('IN_PROGRESS')}
  left join lateral (
    select status, end_date from releases where id = a.reference
    union all select status, end_date from phases where id = a.reference
    union all select status, end_date from tasks where id = a.reference limit 1
  ) target on true`;

/** SQL for whether the observed state of a target differs from its current state. */
export const outdatedObservationSql = `not exists (
  select from jsonb_each(gate.run -> 'sights') sight
  where sight.value ->> 'target' = a.reference and sight.value ->> 'state' = ${targetStateSql('target.status')})`;

/** The position in a scan over all waiting gates. */
export interface GateScanPosition {
  readonly reference: string;
  readonly releaseId: string;
  readonly taskId: string;
}

/** The start position of a scan. */
export const scanStart: GateScanPosition = { reference: '', releaseId: '', taskId: '' };

interface ScanRow {
  readonly ids: readonly string[] | null;
  readonly size: number;
  readonly last: GateScanPosition | null;
}

/** One step of a scan. Each gate requires several lookups, so a step reads a limited number of gates. */
const scanStatement = {
  name: 'unnotified-step',
  text: `with slice as materialized (
      select reference, release_id, task_id, kind from awaits
      where kind = 'target' and (reference, release_id, task_id) > ($1, $2, $3)
      order by reference, release_id, task_id limit $4)
    select (select array_agg(distinct a.release_id) from slice a ${gatesWithTargetsSql}
        where ${endsWaitSql('target.status')} and ${outdatedObservationSql}) as ids,
      (select count(*) from slice) as size,
      (select json_build_object('reference', reference, 'releaseId', release_id, 'taskId', task_id) from slice
        order by reference desc, release_id desc, task_id desc limit 1) as last`,
};

/**
 * Runs one step of a scan over all waiting gates. Returns the releases of those of the next `limit` gates that were not
 * notified of the end of their target, and the position of the next step. After the last step, the scan starts again.
 */
export async function scanUnnotifiedGates(
  connection: Connection,
  { reference, releaseId, taskId }: GateScanPosition,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly next: GateScanPosition }> {
  const [row] = await connection.query<ScanRow>(scanStatement, [reference, releaseId, taskId, limit]);
  const next = row === undefined || row.last === null || row.size < limit ? scanStart : row.last;
  return { ids: row?.ids ?? [], next };
}
