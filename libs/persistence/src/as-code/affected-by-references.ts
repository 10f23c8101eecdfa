import type { Connection } from '../database/database.ts';
import { tasksSql, taskTypesSql } from '../database/statuses.ts';
import {
  type AffectedObjects,
  affectedSql,
  type EffectVisibility,
  findAffected,
  firstParameterIndex,
  noTriggersSql,
} from './affected.ts';

const [limit, first, second, third] = [0, 1, 2, 3].map((index) => `$${firstParameterIndex + index}`);

/**
 * The maximum number of open tasks, and of releases, that are read for one kind of object. Reading more takes too long.
 */
const maxScanned = 100_000;

const waitsSql = `t.type in ${taskTypesSql.gates} and t.status not in ${tasksSql.ahead}`;
/** Tasks that are not finished: the scheduler reads their texts when they start, and again for a retry. */
const tasksOfVisible = (columns: string): string => `cross join lateral (select ${columns} from live_tasks t
  where t.release_id = s.id and t.status not in ${tasksSql.defunct} offset 0) t`;

const valuesOfVisible = `releases s cross join lateral (select variables from live_releases where id = s.id offset 0) r`;

/** The releases to read, by index, in the order of ids. Releases beyond the limit are not read. */
const scannedCtes = `releases as (select id, path from seen order by id limit ${limit}::bigint),
  looked as (select s.id as release_id, s.path, t.* from (select * from releases order by id) s
    ${tasksOfVisible(`t.id as task_id, t.definition, t.passive, ${waitsSql} as waits`)} order by s.id limit ${limit}::bigint),`;
const partialSql = `(select count(*) from seen) > ${limit}::bigint or ${limit}::bigint < (
  select count(*) from (select from seen s ${tasksOfVisible('')} limit ${limit}::bigint + 1) t)`;

/** Lists a waiting gate twice: as a gate and as a task. */
const hitsSql = `select m.n, k.what, m.release_id, m.task_id from known m
    cross join lateral (select 'task' as what union all select 'gate' where m.waits) k where m.task_id is not null
  union all select n, 'release', release_id, null from known where task_id is null`;

/**
 * Finds tasks that mention a shared variable, and releases with a value that mentions it. A mention means the variable
 * in the nearest folder. The row of a task contains its mentions.
 */
const affectedByVariablesStatement = {
  name: 'affected-by-variables',
  text: affectedSql({
    requested: `select n, key, nullif(folder_id, '') as folder_id
      from unnest(${first}::text[], ${second}::text[]) with ordinality a (key, folder_id, n)`,
    extraCtes: `${scannedCtes} mentions as (
        select t.release_id, t.path, t.task_id, t.waits, trim(key.text) as key
        from looked t cross join lateral (
            select jsonb_array_elements_text(u.value) as text from jsonb_each(t.definition -> 'uses') u
            union all
            select trim(both '\${} ' from v.value) from jsonb_each_text(t.definition -> 'variableMapping') v) key
        where t.definition ?| array['uses', 'variableMapping']
        union all
        select s.id, s.path, null, false, trim(split_part(piece, '}', 1))
        from ${valuesOfVisible} cross join lateral string_to_table(r.variables::text, '\${') piece
        where r.variables::text like '%\${%'),
      known as (select distinct m.release_id, m.task_id, m.waits, a.n from mentions m join requested a on a.key = m.key
        where a.folder_id is null or (a.folder_id = any (m.path) and not exists (
          select from shared_variables v where v.key = a.key and v.folder_id = any (m.path)
            and array_position(m.path, v.folder_id) > array_position(m.path, a.folder_id)))),`,
    hits: hitsSql,
    triggers: noTriggersSql,
    partial: partialSql,
  }),
};

const custom = 'Configuration/Custom/';

/**
 * SQL for rows (name, custom) of JSON texts that begin like the id or title of a configuration, with or without the
 * common folder. Splitting the text takes a third of the time of matching. Names with quotes do not match.
 */
const namesIn = (json: string): string =>
  `(select case when starts_with(text, '${custom}') then substr(text, ${custom.length + 1}) else text end as name,
      starts_with(text, '${custom}') as custom
    from (select 'Configuration' || split_part(piece, '"', 1) as text
      from string_to_table(${json}::text, '"Configuration') piece) v where text not like '%\\\\%')`;

/**
 * Finds tasks and values of releases that name a connection by its id or by a visible title. Also finds triggers that
 * listen to the connection or poll with it, and triggers of an event source that uses it.
 */
const affectedByConfigurationsStatement = {
  name: 'affected-by-configurations',
  text: affectedSql({
    requested: `select n, id, title, nullif(folder_id, '') as folder_id from unnest(${first}::text[], ${second}::text[], ${third}::text[])
      with ordinality a (id, title, folder_id, n)`,
    extraCtes: `${scannedCtes} mentions as (
        select t.release_id, t.path, t.task_id, t.waits, m.name, m.custom
        from looked t cross join lateral ${namesIn(`jsonb_build_array(t.passive -> 'properties',
            t.passive -> 'configurationUri', t.definition -> 'eventSource')`)} m
        union all
        select s.id, s.path, null, false, m.name, m.custom
        from ${valuesOfVisible} cross join lateral ${namesIn('r.variables')} m),
      names as (select n, id as name, true as is_id, null as folder_id from requested
        union all select n, title, false, folder_id from requested),
      known as (select distinct a.n, m.release_id, m.task_id, m.waits from mentions m join names a on a.name = m.name
        where a.is_id or (m.custom and m.name !~ '^Configuration[[:alnum:]_-]+$'
          and (a.folder_id is null or a.folder_id = any (m.path)))),`,
    hits: hitsSql,
    triggers: `select a.n, t.id from requested a join seen_triggers t on t.event_source = a.id
      union select a.n, t.id from requested a join configurations c on c.event_source = a.id join seen_triggers t on t.event_source = c.id
      union select a.n, t.id from seen_triggers t cross join lateral ${namesIn('t.definition')} m join requested a on a.id = m.name`,
    partial: partialSql,
  }),
};

/** A shared variable of a folder, or a global one if the folder is null. */
interface SharedVariableKey {
  readonly key: string;
  readonly folderId: string | null;
}

/** Finds the objects that use shared variables, by position in the list. Runs no query for an empty list. */
export async function findAffectedByVariables(
  connection: Connection,
  visibility: EffectVisibility,
  requested: readonly SharedVariableKey[],
  maxRows = maxScanned,
): Promise<ReadonlyMap<number, AffectedObjects>> {
  if (requested.length === 0) return new Map();
  const folders = requested.map(({ folderId }) => folderId ?? '');
  return await findAffected(connection, affectedByVariablesStatement, visibility, [
    String(maxRows),
    requested.map(({ key }) => key),
    folders,
  ]);
}

interface NamedConfiguration {
  readonly id: string;
  readonly title: string;
  /** Null for a global variable. */
  readonly folderId: string | null;
}

/** Finds the objects that use connections, by position in the list. Runs no query for an empty list. */
export async function findAffectedByConfigurations(
  connection: Connection,
  visibility: EffectVisibility,
  requested: readonly NamedConfiguration[],
  maxRows = maxScanned,
): Promise<ReadonlyMap<number, AffectedObjects>> {
  if (requested.length === 0) return new Map();
  const folders = requested.map(({ folderId }) => folderId ?? '');
  const names = [requested.map(({ id }) => id), requested.map(({ title }) => title)];
  return await findAffected(connection, affectedByConfigurationsStatement, visibility, [
    String(maxRows),
    ...names,
    folders,
  ]);
}
