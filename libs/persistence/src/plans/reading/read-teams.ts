import type { ScopeTeams } from '../../people/teams.ts';
import { scopeSql, scopeTeamsSql } from '../../people/teams-sql.ts';

/** The teams of one scope, and the requested releases in it. */
export interface TeamsRow {
  readonly ids: readonly string[];
  readonly teams: ScopeTeams;
}

/** SQL for the teams of releases by their ids: those of one folder are read once for all that is in it. */
export const teamsSql = (prefix: 'live' | 'archived'): string =>
  `select s.ids, ${scopeTeamsSql('s.scope_id')} as teams from (
    select ${scopeSql('r', 'f')} as scope_id, array_agg(r.id) as ids
    from ${prefix}_releases r join folders f on f.id = r.folder_id where r.id = any ($1::text[]) group by 1) s`;

export const teamsById = (rows: readonly TeamsRow[]): ReadonlyMap<string, ScopeTeams> =>
  new Map(rows.flatMap(({ ids, teams }) => ids.map((id): [string, ScopeTeams] => [id, teams])));
