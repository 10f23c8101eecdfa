import type { TriggerTemplate } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { tasksSql, templateStatus } from '../database/statuses.ts';
import { taskTypesSql } from '../database/task-types.ts';

const select = {
  name: 'templates-of-triggers',
  text: `select r.id, r.folder_id as "folderId", r.variables, r.rest ->> 'scriptUsername' as "scriptUsername", (
      select jsonb_build_object('id', t.id, 'title', t.title) from live_tasks t
      where t.release_id = r.id and t.type in ${taskTypesSql.creating} and t.status not in ${tasksSql.defunct}
      order by t.id limit 1) as creator
    from live_releases r where r.id = any ($1::text[]) and r.status = '${templateStatus}'`,
};

/** What decides whether triggers can create releases from templates, by the ids of these; no statement for no ids. */
export async function readTriggerTemplates(
  connection: Connection,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, TriggerTemplate>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await connection.query<TriggerTemplate>(select, [wanted]);
  return new Map(rows.map((row) => [row.id, row]));
}
