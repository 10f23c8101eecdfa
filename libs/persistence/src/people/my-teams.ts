import type { Connection } from '../database/database.ts';

/** A team of a user, and its scope. */
export interface MyTeam {
  readonly id: string;
  readonly name: string;
  /** ids from the root to the folder, template or release that has it */
  readonly path: readonly string[];
  readonly title: string;
}

const list = {
  name: 'my-teams',
  text: `select t.id, t.name, coalesce(f.path, array['Applications', t.scope_id]) as path,
      coalesce(f.title, r.title) as title
    from teams t left join folders f on f.id = t.scope_id left join releases r on r.id = t.scope_id
    where t.id in (select team_id from team_members where principal = any ($1::text[]))
      and coalesce(f.id, r.id) is not null
    order by path, t.position limit $2`,
};

/** The teams that name one of the principals, by where they are, at most `limit`. */
export const listMyTeams = (
  connection: Connection,
  principals: readonly string[],
  limit: number,
): Promise<readonly MyTeam[]> => connection.query<MyTeam>(list, [principals, limit]);
