import { manualType } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { releasesSql, statusSql, tasksSql, templateStatus } from '../database/statuses.ts';

/** A reference of a task that the flow has not reached to what is not there. */
export interface UnboundReference {
  readonly taskId: string;
  readonly title: string;
  /** the name of the unknown type, or the reference as the task has it */
  readonly reference: string;
  /** the property with the reference; null where the type itself is unknown */
  readonly property: string | null;
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly isTemplate: boolean;
}

/** How many there are, and the first of them. */
export interface Unbound {
  readonly count: number;
  readonly first: readonly UnboundReference[];
}

const columns = `t.id as "taskId", t.title, r.id as "releaseId", r.title as "releaseTitle",
  r.status = ${statusSql(templateStatus)} as "isTemplate", count(*) over () as count`;
/** Tasks ahead of the flow, in templates and in releases that are not over. */
const tasks = `live_tasks t join live_releases r on r.id = t.release_id and r.status not in ${releasesSql.over}
  and t.status in ${tasksSql.ahead}`;
/** The type that decides what a task does: of a task that runs the script of a plugin, the type of the script. */
const typeSql = `coalesce(t.passive #>> '{properties,unknownType,properties,pythonScript,type}',
  t.passive #>> '{properties,unknownType,type}', t.definition ->> 'scriptType', t.type)`;
const lastSegment = (text: string): string => `regexp_replace(${text}, '^.*/', '')`;

const statements = {
  types: {
    name: 'unbound-types',
    text: `select ${columns}, ${typeSql} as reference, null as property from ${tasks}
      where ${typeSql} <> all ($1::text[]) order by r.id, t.id limit $2`,
  },
  connections: {
    name: 'unbound-connections',
    text: `select ${columns}, n.id as reference, p.name as property
      from ${tasks}
        join unnest($1::text[], $2::text[]) as p (type, name) on p.type = coalesce(t.definition ->> 'scriptType', t.type)
        cross join lateral (select coalesce(t.passive #> array['properties', 'pythonScript', p.name],
          t.passive #> array['properties', p.name]) as value) v
        cross join lateral (select
          case jsonb_typeof(v.value) when 'object' then v.value ->> 'id' when 'string' then v.value #>> '{}' end as id,
          case jsonb_typeof(v.value) when 'object' then v.value ->> 'title' end as title) n
      where n.id <> '' and position('\${' in n.id) = 0
        and not exists (select from configurations c where c.id = ${lastSegment('n.id')}
          or c.title = n.title or n.id = 'Configuration/Custom/' || c.title)
      order by r.id, t.id, p.name limit $3`,
  },
  templates: {
    name: 'unbound-templates',
    text: `select ${columns}, n.id as reference, 'templateId' as property
      from ${tasks} cross join lateral (select t.definition #>> '{creation,templateId}' as id) n
      where n.id <> '' and position('\${' in n.id) = 0
        and not exists (select from live_releases c
          where c.id = ${lastSegment('n.id')} and c.status = ${statusSql(templateStatus)})
      order by r.id, t.id limit $1`,
  },
};

async function read(
  connection: Connection,
  statement: { readonly name: string; readonly text: string },
  bindings: readonly (number | readonly string[])[],
): Promise<Unbound> {
  const rows = await connection.query<UnboundReference & { readonly count: string | number }>(statement, bindings);
  return { count: Number(rows[0]?.count ?? 0), first: rows.map(({ count: _, ...reference }) => reference) };
}

/** The tasks whose type is none of these. */
export const unboundTypes = (connection: Connection, known: readonly string[], limit: number): Promise<Unbound> =>
  read(connection, statements.types, [known, limit]);

/** A property of a type of tasks that names a connection. */
export interface ConnectionProperty {
  readonly type: string;
  readonly name: string;
}

/** The missing connections that these properties name. */
export const unboundConnections = (
  connection: Connection,
  properties: readonly ConnectionProperty[],
  limit: number,
): Promise<Unbound> =>
  read(connection, statements.connections, [
    properties.map(({ type }) => type),
    properties.map(({ name }) => name),
    limit,
  ]);

/** The missing templates that tasks are to create releases from. */
export const unboundTemplates = (connection: Connection, limit: number): Promise<Unbound> =>
  read(connection, statements.templates, [limit]);

/** A task that is done manually, because its type was unknown when it was imported. */
export interface Placeholder {
  readonly taskId: string;
}

const placeholders = {
  name: 'placeholders-of-types',
  text: `select t.id as "taskId" from live_tasks t join live_releases r on r.id = t.release_id
    where t.type = '${manualType}' and t.status in ${tasksSql.ahead} and r.status not in ${releasesSql.over}
      and ${typeSql} = any ($1::text[]) and t.id > $2
    order by t.id limit $3`,
};

/** The placeholders of these types that the flow has not reached, in templates and releases, ordered by their ids. */
export const placeholdersOfTypes = (
  connection: Connection,
  types: readonly string[],
  after: string,
  limit: number,
): Promise<readonly Placeholder[]> => connection.query<Placeholder>(placeholders, [types, after, limit]);
