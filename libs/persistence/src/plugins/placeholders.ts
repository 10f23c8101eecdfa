import { manualType } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { releasesSql, tasksSql } from '../database/statuses.ts';

/** A task that is done manually, because its type was unknown when it was imported. */
export interface Placeholder {
  readonly taskId: string;
}

/** The unknown type: of a task that runs the script of a plugin, the type of the script. */
const typeSql = `coalesce(t.passive #>> '{properties,unknownType,properties,pythonScript,type}',
  t.passive #>> '{properties,unknownType,type}')`;

const statement = {
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
): Promise<readonly Placeholder[]> => connection.query<Placeholder>(statement, [types, after, limit]);
