import type { Variable } from '@slipway/domain/model';
import type { TriggerTemplate } from '@slipway/domain/triggers';
import type { Connection, Database } from '../database/database.ts';
import { releasesSql, tasksSql, taskTypesSql, templateStatus } from '../database/statuses.ts';
import { type StoredTrigger, type TriggerRow, toTriggerRow, triggerColumns } from './triggers.ts';

interface TemplateTriggers {
  /** Sorted by title. */
  readonly triggers: readonly TriggerRow[];
  /** The number of running releases that triggers have created from the template. */
  readonly running: number;
  /** A text that changes with the triggers and the number of their running releases. */
  readonly tag: string;
}

const runningSql = (template: string): string => `(select count(*) from triggered_releases g
    join live_releases l on l.id = g.release_id and l.status not in ${releasesSql.over}
    where g.template_id = ${template})`;

/** SQL for `tag` of a template. */
export const triggersTagSql = (template: string): string => `(select concat_ws(' ', ${runningSql(template)},
    (select string_agg(concat_ws(' ', array_to_string(f.path, '/'), t.id, t.version, t.event_source,
        (select array_to_string(e.path, '/') from folders e join configurations c on c.folder_id = e.id where c.id = t.event_source)), ' ' order by t.id)
      from triggers t join folders f on f.id = t.folder_id where t.template_id = ${template})))`;

const statements = {
  folders: {
    name: 'lock-folders-of-template-triggers',
    text: `select id from folders where id in (
        select folder_id from triggers where template_id = $1 union all select folder_id from live_releases where id = $1)
      order by id for key share`,
  },
  lock: { name: 'lock-template-triggers', text: 'select from triggers where template_id = $1 order by id for update' },
  tags: {
    name: 'trigger-tags',
    text: `select requested.id, ${runningSql('requested.id')} as running, ${triggersTagSql('requested.id')} as tag
      from unnest($1::text[]) as requested (id)`,
  },
  triggers: {
    name: 'triggers-of-templates',
    text: `select ${triggerColumns} from triggers t join folders f on f.id = t.folder_id
      where t.template_id = any ($1::text[]) order by lower(left(t.title, 200)), t.id`,
  },
};

/**
 * Locks the triggers of a template until the transaction ends. The deletion of a template uses it before it updates
 * these triggers and locks the template (docs/explanation/decisions/lock-order.md).
 */
export async function lockTemplateTriggers(connection: Connection, templateId: string): Promise<void> {
  await Promise.all([
    connection.query(statements.folders, [templateId]),
    connection.query(statements.lock, [templateId]),
  ]);
}

/** Reads the triggers of templates, by template id. Runs no query for an empty list. */
export async function readTemplateTriggers(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TemplateTriggers>> {
  if (ids.length === 0) return new Map();
  const [tagRows, rows] = await database.transaction(
    (connection) =>
      Promise.all([
        connection.query<{ readonly id: string; readonly running: number; readonly tag: string }>(statements.tags, [
          ids,
        ]),
        connection.query<StoredTrigger>(statements.triggers, [ids]),
      ]),
    'read',
  );
  const triggers = Map.groupBy(rows.map(toTriggerRow), ({ trigger }) => trigger.templateId);
  return new Map(tagRows.map(({ id, running, tag }) => [id, { triggers: triggers.get(id) ?? [], running, tag }]));
}

/** The global and folder variables that are visible in a folder. The nearest folder with a key has priority. */
const sharedStatement = {
  name: 'variables-of-trigger-folders',
  text: `select distinct on (f.id, v.key) f.id as "folderId", v.variable
    from folders f join shared_variables v on v.folder_id is null or v.folder_id = any (f.path)
    where f.id = any ($1::text[])
    order by f.id, v.key, array_position(f.path, v.folder_id) desc nulls last`,
};

const selectTemplates = {
  name: 'templates-of-triggers',
  text: `select r.id, r.folder_id as "folderId", r.variables, r.rest ->> 'scriptUsername' as "scriptUsername", (
      select jsonb_build_object('id', t.id, 'title', t.title) from live_tasks t
      where t.release_id = r.id and t.type in ${taskTypesSql.creating} and t.status not in ${tasksSql.defunct}
      order by t.id limit 1) as creator
    from live_releases r where r.id = any ($1::text[]) and r.status = '${templateStatus}'`,
};

/**
 * Reads the data that decides whether triggers can create releases, by template id. Runs no query for an empty list.
 */
export async function readTriggerTemplates(
  connection: Connection,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, TriggerTemplate>> {
  const templateIds = [...new Set(ids)].filter((id) => id !== null);
  if (templateIds.length === 0) return new Map();
  const rows = await connection.query<Omit<TriggerTemplate, 'shared'>>(selectTemplates, [templateIds]);
  const withProviders = rows.filter(({ variables }) => variables.some(({ valueProvider }) => valueProvider !== null));
  const byFolder = await readSharedVariables(
    connection,
    withProviders.map(({ folderId }) => folderId),
  );
  return new Map(rows.map((row) => [row.id, { ...row, shared: byFolder.get(row.folderId) ?? [] }]));
}

/** Reads the shared variables that are visible in folders, by folder id. Runs no query for an empty list. */
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

const titlesStatement = {
  name: 'titles-around-triggers',
  text: `select id, title from folders where id = any ($1::text[])
    union all select id, title from live_releases where id = any ($2::text[])`,
};

/** Reads the titles of folders and templates by id. Omits unknown ids. */
export async function readTitles(
  connection: Connection,
  folderIds: readonly string[],
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly id: string; readonly title: string }>(titlesStatement, [
    [...new Set(folderIds)],
    [...new Set(templateIds)],
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
