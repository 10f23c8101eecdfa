import { manualType } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { releasesSql, statusSql, tasksSql, templateStatus } from '../database/statuses.ts';
import { indexedTasks } from '../forecast/explanation-context.ts';

/** A task that has not started, in a template or an unfinished release. */
export interface AutomatableTask {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly isTemplate: boolean;
}

/** The tasks that would run a script if their types were defined. */
export interface AutomatableTasks {
  /** the number of all tasks */
  readonly tasks: number;
  /** the number of templates and of releases with such tasks */
  readonly templates: number;
  readonly releases: number;
  readonly first: readonly AutomatableTask[];
}

const { value: typeSql, where: pluginTasksSql } = indexedTasks.ofPlugins;

/** A placeholder whose flag a user has changed stays manual (`isUntouchedPlaceholder` in libs/formats). */
const isUntouchedSql = `(t.type <> '${manualType}'
  or t.flag_status = 'ATTENTION_NEEDED' and t.passive ->> 'flagComment' like 'The type %')`;

const statement = {
  name: 'automatable-tasks',
  text: `with found as materialized (
      select t.id, t.title, ${typeSql} as type, r.id as "releaseId", r.title as "releaseTitle",
        r.status = ${statusSql(templateStatus)} as "isTemplate"
      from live_tasks t join live_releases r on r.id = t.release_id and r.status not in ${releasesSql.over}
      where ${pluginTasksSql} and ${typeSql} = any ($1::text[]) and t.status in ${tasksSql.ahead} and ${isUntouchedSql})
    select (select count(*)::int from found) as tasks,
      (select count(distinct "releaseId")::int from found where "isTemplate") as templates,
      (select count(distinct "releaseId")::int from found where not "isTemplate") as releases,
      (select coalesce(json_agg(f), '[]') from (
        select * from found order by "isTemplate" desc, "releaseTitle", "releaseId", id limit $2) f) as first`,
};

/** Finds the tasks with these types that have not started, templates first. */
export async function findAutomatableTasks(
  connection: Connection,
  types: readonly string[],
  limit: number,
): Promise<AutomatableTasks> {
  const [row] = await connection.query<AutomatableTasks>(statement, [types, limit]);
  return row ?? { tasks: 0, templates: 0, releases: 0, first: [] };
}
