import type { Connection } from '../database/database.ts';
import { type Affected, affectedSql, type EffectVisibility, findAffected, firstParameterIndex } from './affected.ts';

/**
 * Releases made from templates, which keep the plan that they were made with; gates elsewhere that wait for one of these, or
 * for a part of one; triggers that make releases by the new plan.
 */
const affectedByTemplatesStatement = {
  name: 'affected-by-templates',
  text: affectedSql({
    requested: `select n, id from unnest($${firstParameterIndex}::text[]) with ordinality a (id, n)`,
    extraCtes: `made as materialized (select a.n, s.id as release_id from asked a join seen s on s.origin_template_id = a.id),
      awaited as (select w.release_id, w.task_id, coalesce(r.id, p.release_id, t.release_id) as target
        from awaits w left join live_releases r on r.id = w.reference left join live_phases p on p.id = w.reference
          left join live_tasks t on t.id = w.reference
        where w.kind = 'target' and exists (select from made)),`,
    hits: `select n, 'release' as what, release_id, null::text as task_id from made
      union all
      select m.n, 'gate', s.id, w.task_id from awaited w join made m on m.release_id = w.target
        join seen s on s.id = w.release_id`,
    triggers: 'select a.n, t.id from asked a join seen_triggers t on t.template_id = a.id',
  }),
};

/** The objects that use templates, by position in the list. Runs no statement for an empty list. */
export const findAffectedByTemplates = async (
  connection: Connection,
  visibility: EffectVisibility,
  ids: readonly string[],
): Promise<ReadonlyMap<number, Affected>> =>
  ids.length === 0 ? new Map() : await findAffected(connection, affectedByTemplatesStatement, visibility, [ids]);
