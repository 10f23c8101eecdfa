import { rootFolderId } from '@slipway/domain/ids';
import { manualType } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { releasesSql, statusSql, tasksSql, templateStatus } from '../database/statuses.ts';
import { type IndexedTasks, indexedTasks } from '../forecast/explanation-context.ts';

/** A reference to a missing object, in a variable or in a task that has not started. */
export interface MissingReference {
  readonly holder: 'task' | 'variable';
  /** The title of the task or the key of the variable. */
  readonly id: string;
  readonly title: string;
  /** The name of the unknown type, or the reference as stored. */
  readonly reference: string;
  /** The property with the reference; null if the type of the task itself is unknown. */
  readonly property: string | null;
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly isTemplate: boolean;
}

/** The total number of missing references, and the first ones. */
export interface MissingReferences {
  readonly count: number;
  readonly first: readonly MissingReference[];
}

const columnsOf = (holder: 'task' | 'variable', id: string, title: string): string =>
  `'${holder}' as holder, ${id} as id, ${title} as title, r.id as "releaseId", r.title as "releaseTitle",
    r.status = ${statusSql(templateStatus)} as "isTemplate"`;
const columns = columnsOf('task', 't.id', 't.title');
const countSql = 'select *, count(*) over () as count from found order by "releaseId", id, property';
/** SQL for tasks that have not started, in templates and unfinished releases. */
const plannedTasksSql = `join live_releases r on r.id = t.release_id and r.status not in ${releasesSql.over}
  and t.status in ${tasksSql.ahead}`;
const lastSegment = (text: string): string => `regexp_replace(${text}, '^.*/', '')`;

/** Reads the distinct values of an index with one lookup for each. */
const distinctValuesSql = ({ value, where }: IndexedTasks): string => `values as (
    (select ${value} as value from live_tasks t where ${where} order by 1 limit 1)
    union all
    select (select ${value} from live_tasks t where ${where} and ${value} > v.value order by 1 limit 1)
      from values v where v.value is not null
  )`;

/**
 * SQL for connections with this id, or with this title and one of these types. A null title matches none; null `types`
 * match any.
 */
const connectionSql = (id: string, title: string, types: string): string => `select from configurations c
  where c.id = ${lastSegment(id)} or ((c.title = ${title} or ${id} = 'Configuration/Custom/' || c.title)
    and coalesce(jsonb_exists(${types}, c.type), true))`;

const { value: taskTypeSql, where: pluginTasksSql } = indexedTasks.ofPlugins;
const { value: taskTemplateSql, where: creationTasksSql } = indexedTasks.fromTemplates;
/** SQL for the template with a unique title in its folder, which a path of titles can reference. */
const templateAtPath = (path: string): string => `with recursive way as (
    select string_to_array(${path}, '/') as titles, 1 as place, '${rootFolderId}'::text as id
    union all
    select w.titles, w.place + 1, f.id from way w
      join folders f on f.parent_id = w.id and f.title = w.titles[w.place]
  )
  select from way w join live_releases c on c.folder_id = w.id and c.title = w.titles[w.place]
    and c.status = ${statusSql(templateStatus)}
  where w.place = cardinality(w.titles) having count(*) = 1`;

const statements = {
  types: {
    name: 'unbound-types',
    text: `with recursive ${distinctValuesSql(indexedTasks.ofPlugins)}, found as (
        select ${columns}, v.value as reference, null as property
        from values v join live_tasks t on ${taskTypeSql} = v.value and ${pluginTasksSql} ${plannedTasksSql}
        where v.value <> all ($1::text[]))
      ${countSql} limit $2`,
  },
  connections: {
    name: 'unbound-connections',
    text: `with found as (
        select ${columns}, n.id as reference, p.name as property
        from unnest($1::text[], $2::text[], $4::text[]) as p (type, name, referenced)
          join live_tasks t on ${taskTypeSql} = p.type and ${pluginTasksSql} and t.type <> '${manualType}' ${plannedTasksSql}
          cross join lateral (select coalesce(t.passive #> array['properties', 'pythonScript', p.name],
            t.passive #> array['properties', p.name]) as value) v
          cross join lateral (select
            case jsonb_typeof(v.value) when 'object' then v.value ->> 'id' when 'string' then v.value #>> '{}' end as id,
            case jsonb_typeof(v.value) when 'object' then v.value ->> 'title' end as title) n
        where n.id <> '' and position('\${' in n.id) = 0 and not exists (${connectionSql('n.id', 'n.title', '$5::jsonb -> p.referenced')})
        union all
        select ${columnsOf('variable', `v.value ->> 'id'`, `v.value ->> 'key'`)}, v.value ->> 'value', 'value'
        from live_releases r cross join jsonb_array_elements(r.variables) v (value)
        where r.status not in ${releasesSql.over} and v.value ->> 'type' = 'ReferenceVariable'
          and v.value ->> 'value' <> '' and position('\${' in v.value ->> 'value') = 0
          and not exists (${connectionSql(`(v.value ->> 'value')`, 'null', `$5::jsonb -> (v.value ->> 'referencedType')`)}))
      ${countSql} limit $3`,
  },
  templates: {
    name: 'unbound-templates',
    text: `with recursive ${distinctValuesSql(indexedTasks.fromTemplates)}, found as (
        select ${columns}, v.value as reference, 'templateId' as property
        from values v join live_tasks t on ${taskTemplateSql} = v.value and ${creationTasksSql} ${plannedTasksSql}
        where position('\${' in v.value) = 0
          and not exists (select from live_releases c
            where c.id = ${lastSegment('v.value')} and c.status = ${statusSql(templateStatus)})
          and not exists (${templateAtPath('v.value')}))
      ${countSql} limit $1`,
  },
};

async function read(
  connection: Connection,
  statement: { readonly name: string; readonly text: string },
  bindings: readonly (string | number | readonly string[])[],
): Promise<MissingReferences> {
  const rows = await connection.query<MissingReference & { readonly count: string | number }>(statement, bindings);
  return { count: Number(rows[0]?.count ?? 0), first: rows.map(({ count: _, ...reference }) => reference) };
}

/** Finds the tasks with an unknown type. */
export const findUnknownTypes = (
  connection: Connection,
  knownTypes: readonly string[],
  limit: number,
): Promise<MissingReferences> => read(connection, statements.types, [knownTypes, limit]);

/** A property of a task type that references a connection. */
export interface ConnectionProperty {
  readonly type: string;
  readonly name: string;
  /** The type of the connection; empty for any type. */
  readonly referencedType: string;
}

/**
 * Finds the missing connections that these properties and variables reference. `kinds` contains the compatible types of
 * each referenced type. A type that is not in `kinds` is not checked.
 */
export const findMissingConnections = (
  connection: Connection,
  properties: readonly ConnectionProperty[],
  kinds: Readonly<Record<string, readonly string[]>>,
  limit: number,
): Promise<MissingReferences> =>
  read(connection, statements.connections, [
    properties.map(({ type }) => type),
    properties.map(({ name }) => name),
    limit,
    properties.map(({ referencedType }) => referencedType),
    JSON.stringify(kinds),
  ]);

/** Finds the missing templates from which tasks create releases. */
export const findMissingTemplates = (connection: Connection, limit: number): Promise<MissingReferences> =>
  read(connection, statements.templates, [limit]);

/** A task that is done manually, because its type was unknown at the import. */
export interface Placeholder {
  readonly taskId: string;
}

const placeholders = {
  name: 'placeholders-of-types',
  text: `select t.id as "taskId" from live_tasks t join live_releases r on r.id = t.release_id
    where t.type = '${manualType}' and t.status in ${tasksSql.ahead} and r.status not in ${releasesSql.over}
      and ${pluginTasksSql} and ${taskTypeSql} = any ($1::text[]) and t.id > $2
    order by t.id limit $3`,
};

/** Finds the placeholders of these types that have not started, in templates and releases, ordered by their ids. */
export const findPlaceholders = (
  connection: Connection,
  types: readonly string[],
  after: string,
  limit: number,
): Promise<readonly Placeholder[]> => connection.query<Placeholder>(placeholders, [types, after, limit]);
