import { type TypicalDurations, taskKey } from '@slipway/domain/forecast';
import type { Connection } from '../database/database.ts';

/** The number of releases of a template whose runs determine its typical durations. */
const lastReleases = 20;

const statement = {
  name: 'typical-durations',
  text: `select r.template_id as "templateId", t.phase_title as "phaseTitle", t.task_title as "taskTitle",
      t.task_type as "taskType", percentile_cont(0.5) within group (order by t.duration) as median
    from unnest($1::text[]) as x(id)
      cross join lateral (
        select id, template_id from insight_releases where template_id = x.id order by ended_at desc limit ${lastReleases}
      ) r
      join insight_tasks t on t.release_id = r.id
    where t.duration is not null
    group by 1, 2, 3, 4`,
};

interface Row {
  readonly templateId: string;
  readonly phaseTitle: string;
  readonly taskTitle: string;
  readonly taskType: string;
  readonly median: number;
}

/** Returns the median durations of the tasks of templates in their last releases, by the id of the template. */
export async function readTypicalDurations(
  connection: Connection,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, TypicalDurations>> {
  if (templateIds.length === 0) return new Map();
  const rows = await connection.query<Row>(statement, [templateIds]);
  const byTemplate = Map.groupBy(rows, ({ templateId }) => templateId);
  return new Map(
    [...byTemplate].map(([id, tasks]) => [
      id,
      new Map(
        tasks.map(({ phaseTitle, taskTitle, taskType, median }) => [taskKey(phaseTitle, taskTitle, taskType), median]),
      ),
    ]),
  );
}
