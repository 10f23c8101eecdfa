import type { Connection } from '../database/database.ts';
import { endsWaitSql, statusSql, targetStateSql } from '../database/statuses.ts';

/** The running gates of awaits `a`, and what each of these waits for, which may not exist. */
export const gatesWithTargetsSql = `
  join live_tasks gate on gate.id = a.task_id and gate.status = ${statusSql('IN_PROGRESS')}
  left join lateral (
    select status, end_date from releases where id = a.reference
    union all select status, end_date from phases where id = a.reference
    union all select status, end_date from tasks where id = a.reference limit 1
  ) target on true`;

/** Whether what the gate has stored of its target is not what the target is now. */
export const outdatedObservationSql = `not exists (
  select from jsonb_each(gate.run -> 'sights') sight
  where sight.value ->> 'target' = a.reference and sight.value ->> 'state' = ${targetStateSql('target.status')})`;

/** How far a walk over all waiting gates has come. */
export interface GateScanPosition {
  readonly reference: string;
  readonly releaseId: string;
  readonly taskId: string;
}

/** Where every walk begins. */
export const scanStart: GateScanPosition = { reference: '', releaseId: '', taskId: '' };

interface ScanRow {
  readonly ids: readonly string[] | null;
  readonly size: number;
  readonly last: GateScanPosition | null;
}

/** Every gate costs some look-ups, so one step of the walk looks at a bounded number of them. */
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
 * One step of a scan over all waiting gates: the releases of the next `limit` gates that were not notified of the end
 * of their target, and the position of the next step. After the last step, the scan starts again.
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
