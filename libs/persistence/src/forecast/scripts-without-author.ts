import type { ScriptRun } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { releasesSql, statusSql, tasksSql, templateStatus } from '../database/statuses.ts';
import { taskTypesSql } from '../database/task-types.ts';
import { indexedTasks } from './indexed-tasks.ts';

/** A script of a task that has no stored author. */
export interface ScriptWithoutAuthor {
  readonly taskId: string;
  readonly title: string;
  readonly purpose: ScriptRun['purpose'];
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly isTemplate: boolean;
}

const hasSql = (field: string): string => `coalesce((t.definition ->> '${field}')::boolean, false)`;

const select = {
  name: 'scripts-without-author',
  text: `select t.id as "taskId", t.title, script.purpose, r.id as "releaseId", r.title as "releaseTitle",
      r.status = ${statusSql(templateStatus)} as "isTemplate", count(*) over () as count
    from live_releases r join live_tasks t on t.release_id = r.id
      cross join lateral (values
        ('precondition', ${hasSql('hasPrecondition')}),
        ('failureHandler', ${hasSql('hasFailureHandler')}),
        ('abort', ${hasSql('hasAbortScript')}),
        ('task', t.type not in ${taskTypesSql.withoutScript})) script (purpose, is_there)
    where ${indexedTasks.withoutAuthor.where} and (r.status = ${statusSql(templateStatus)} or r.status in ${releasesSql.unfinished})
      and t.status not in ${tasksSql.defunct}
      and script.is_there and not coalesce(t.definition -> 'scriptAuthors' ? script.purpose, false)
    order by r.title, r.id, t.id, script.purpose limit $1`,
};

/**
 * Scripts of templates and unfinished releases without a stored author: how many there are, and the first of them.
 */
export async function findScriptsWithoutAuthor(
  connection: Connection,
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly ScriptWithoutAuthor[] }> {
  const rows = await connection.query<ScriptWithoutAuthor & { readonly count: number }>(select, [limit]);
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...script }) => script) };
}
