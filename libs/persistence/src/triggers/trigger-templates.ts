import type { Variable } from '@slipway/domain/model';
import type { TriggerTemplate } from '@slipway/domain/triggers';
import type { Connection } from '../database/database.ts';
import { tasksSql, templateStatus } from '../database/statuses.ts';
import { taskTypesSql } from '../database/task-types.ts';

/** The variables that a folder sees, one of a key: the nearest folder's. */
const sharedStatement = {
  name: 'variables-of-trigger-folders',
  text: `select distinct on (f.id, v.key) f.id as "folderId", v.variable
    from folders f join shared_variables v on v.folder_id is null or v.folder_id = any (f.path)
    where f.id = any ($1::text[])
    order by f.id, v.key, array_position(f.path, v.folder_id) desc nulls last`,
};

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
  const templateIds = [...new Set(ids)].filter((id) => id !== null);
  if (templateIds.length === 0) return new Map();
  const rows = await connection.query<Omit<TriggerTemplate, 'shared'>>(select, [templateIds]);
  const withProviders = rows.filter(({ variables }) => variables.some(({ valueProvider }) => valueProvider !== null));
  const byFolder = await readSharedVariables(
    connection,
    withProviders.map(({ folderId }) => folderId),
  );
  return new Map(rows.map((row) => [row.id, { ...row, shared: byFolder.get(row.folderId) ?? [] }]));
}

/** The global and folder variables that folders see, by the ids of these; no statement for no ids. */
async function readSharedVariables(
  connection: Connection,
  folderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Variable[]>> {
  if (folderIds.length === 0) return new Map();
  const rows = await connection.query<{ readonly folderId: string; readonly variable: Variable }>(sharedStatement, [
    [...new Set(folderIds)],
  ]);
  const byFolder = Map.groupBy(rows, ({ folderId }) => folderId);
  return new Map([...byFolder].map(([id, variableRows]) => [id, variableRows.map(({ variable }) => variable)]));
}
