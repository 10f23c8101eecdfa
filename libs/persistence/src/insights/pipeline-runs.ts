import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

/** The unfinished releases of a template in a status. */
export interface ActiveReleases {
  /** the title of the template; null without one, and for a deleted template */
  readonly template: string | null;
  readonly started: boolean;
  readonly count: number;
}

const statements = {
  active: {
    name: 'active-releases-by-template',
    text: `select t.title as template, r.start_date is not null as started, count(*)::int as count
      from live_releases r left join live_releases t on t.id = r.origin_template_id
      where r.status in ${releasesSql.unfinished} group by t.title, r.start_date is not null order by count(*) desc`,
  },
  titles: { name: 'template-titles', text: 'select id, title from live_releases where id = any ($1::text[])' },
};

/** Counts unfinished releases by template, before and after their start. */
export const countActiveReleases = (connection: Connection): Promise<readonly ActiveReleases[]> =>
  connection.query<ActiveReleases>(statements.active);

/** Reads the titles of templates by id. Deleted templates have none. */
export async function readTemplateTitles(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly id: string; readonly title: string }>(statements.titles, [ids]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
