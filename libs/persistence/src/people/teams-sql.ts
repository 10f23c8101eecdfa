import { rootFolderId } from '@slipway/domain/ids';
import { releaseAdminTeam } from '@slipway/domain/people';
import { statusSql } from '../database/statuses.ts';

/** SQL for the scope of a template or release, of its own id and of the scope of the folder that it is in. */
export const scopeSql = (release: string, folder: string): string =>
  `case when ${release}.folder_id = '${rootFolderId}' then ${release}.id else ${folder}.scope_id end`;

const membersSql = (rows: string): string => `(select coalesce(json_agg(json_build_object('principal', m.principal,
    'name', coalesce(p.name, m.name)) order by m.position, m.principal), '[]')
  from ${rows} m left join roles p on m.principal like 'role:%' and p.id = substr(m.principal, 6) where m.team_id = t.id)`;

const teamsInSql = (scope: string, teams: string, memberRows: string): string => `(select coalesce(json_agg(
    json_build_object('id', t.id, 'name', t.name, 'permissions', t.permissions, 'members', ${membersSql(memberRows)})
    order by t.position), '[]')
  from ${teams} t where t.scope_id = ${scope})`;

const accessVersion = '(select version from access_version)';

/** SQL for the teams of a scope as one JSON value, as `ScopeTeams` has them. Roles are named as they are now. */
export const scopeTeamsSql = (scope: string): string => `json_build_object('version', ${accessVersion},
    'path', (select path from folders where id = ${scope}), 'teams', ${teamsInSql(scope, 'teams', 'team_members')})`;

/** The same of a scope whose teams this statement makes, in these two CTEs. */
export const createdTeamsSql = (scope: string, teams: string, memberRows: string): string =>
  `json_build_object('version', ${accessVersion}, 'path', null, 'teams', ${teamsInSql(scope, teams, memberRows)})`;

const newTeamId = `'Team' || replace(gen_random_uuid()::text, '-', '')`;

/**
 * SQL for two CTEs of a statement, `gt` and `gm`, that copy teams from scopes to others: `pairs` has a row (source, target,
 * joins) for each, where `joins` names the user who becomes a member of the copied Release Admin, or is null (permissions.md,
 * section 3).
 */
export const copyTeamsSql = (pairs: string) => ({
  gt: `insert into teams (id, scope_id, name, permissions, position)
    select ${newTeamId}, c.target, t.name, t.permissions, t.position
    from (${pairs}) c join teams t on t.scope_id = c.source
    returning id, scope_id, name, permissions, position`,
  gm: `insert into team_members (team_id, principal, name, position)
    select n.id, m.principal, m.name, m.position
    from (${pairs}) c join gt n on n.scope_id = c.target
      join teams t on t.scope_id = c.source and t.name = n.name join team_members m on m.team_id = t.id
    union all
    select n.id, 'user:' || lower(u.username), u.username, 1000000
    from (${pairs}) c join gt n on n.scope_id = c.target and n.name = '${releaseAdminTeam}'
      join users u on lower(u.username) = lower(c.joins)
    on conflict do nothing
    returning team_id, principal, name, position`,
});

/**
 * The pairs of the new releases at the top among the rows of `r`: a template's teams go to its release, whose owner joins
 * Release Admin.
 */
export const templateReleasePairsSql = `select ${scopeSql('o', 'f')} as source, r.id as target, r.owner as joins
  from r join live_releases o on o.id = r.origin_template_id join folders f on f.id = o.folder_id
  where r.folder_id = '${rootFolderId}' and r.status <> ${statusSql('TEMPLATE')}`;
