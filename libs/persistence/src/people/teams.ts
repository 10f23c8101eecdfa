import { rootFolderId } from '@slipway/domain/ids';
import type { Json } from '@slipway/domain/model';
import { releaseAdminTeam, type Team, type TeamMember } from '@slipway/domain/people';
import { type Actor, writeAudit } from '../audit/audit-log.ts';
import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** SQL for the scope of a template or release: its own id at the top level, otherwise the scope of its folder. */
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

/** SQL for the teams of a scope as one JSON value of type `ScopeTeams`, with the current names of roles. */
export const scopeTeamsSql = (scope: string): string => `json_build_object('version', ${accessVersion},
    'path', (select path from folders where id = ${scope}), 'teams', ${teamsInSql(scope, 'teams', 'team_members')})`;

/** The same SQL for a scope whose teams the statement creates in these two CTEs. */
export const createdTeamsSql = (scope: string, teams: string, memberRows: string): string =>
  `json_build_object('version', ${accessVersion}, 'path', null, 'teams', ${teamsInSql(scope, teams, memberRows)})`;

const newTeamId = `'Team' || replace(gen_random_uuid()::text, '-', '')`;

/**
 * SQL for two CTEs, `gt` and `gm`, that copy teams between scopes. `pairs` has a row (source, target, joins) for each
 * copy: `joins` is the user to add to the copied Release Admin team, or null (permissions.md, section 3).
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
 * SQL for the copies to new top-level releases among the rows of `r`: the release gets the teams of its template, and
 * its owner joins Release Admin.
 */
export const templateReleasePairsSql = `select ${scopeSql('o', 'f')} as source, r.id as target, r.owner as joins
  from r join live_releases o on o.id = r.origin_template_id join folders f on f.id = o.folder_id
  where r.folder_id = '${rootFolderId}' and r.status <> ${statusSql('TEMPLATE')}`;

/** The teams of a scope, in order. */
export interface ScopeTeams {
  /** The version of all permissions at the time of the read. */
  readonly version: number;
  /** The ids from the root to the folder that owns the teams; null for a template or release at the top level. */
  readonly path: readonly string[] | null;
  readonly teams: readonly Team[];
}

export const noTeams: ScopeTeams = { version: 0, path: null, teams: [] };

const copies = copyTeamsSql('select $1::text as source, $2::text as target, null::text as joins');
const statements = {
  read: { name: 'teams-of-scope', text: `select ${scopeTeamsSql('$1')} as teams` },
  ofFolder: {
    name: 'teams-of-folder',
    text: `select ${scopeTeamsSql('f.scope_id')} as teams from folders f where f.id = $1`,
  },
  ofFolders: {
    name: 'teams-of-folders',
    text: `select f.id, ${scopeTeamsSql('f.scope_id')} as teams from folders f where f.id = any ($1::text[])`,
  },
  ofScopes: {
    name: 'teams-of-scopes',
    text: `select s.id, ${scopeTeamsSql('s.id')} as teams from unnest($1::text[]) as s (id)`,
  },
  remove: { name: 'remove-teams', text: 'delete from teams where scope_id = any ($1::text[]) returning id' },
  insert: {
    name: 'insert-teams',
    text: `with made as (
        insert into teams (id, scope_id, name, permissions, position)
        select x.id, $1, x.name, x.permissions, x.position
        from json_to_recordset($2) as x(id text, name text, permissions text[], position int)
      )
      insert into team_members (team_id, principal, name, position)
      select x.team_id, x.principal, x.name, x.position
      from json_to_recordset($3) as x(team_id text, principal text, name text, position int)`,
  },
  copy: {
    name: 'copy-teams',
    text: `with gt as (${copies.gt}), gm as (${copies.gm}) select from gt`,
  },
};

/** Reads the teams of a folder with teams of its own, or of a template or release at the top level. */
export async function readTeams(connection: Connection, scopeId: string): Promise<ScopeTeams> {
  const [row] = await connection.query<{ readonly teams: ScopeTeams }>(statements.read, [scopeId]);
  return row?.teams ?? noTeams;
}

/** Reads the effective teams of a folder. Returns no teams for the root and for an unknown folder. */
export async function readFolderTeams(connection: Connection, folderId: string): Promise<ScopeTeams> {
  const [row] = await connection.query<{ readonly teams: ScopeTeams }>(statements.ofFolder, [folderId]);
  return row?.teams ?? noTeams;
}

/** Reads the effective teams of these folders, by folder id. */
export async function readTeamsOfFolders(
  connection: Connection,
  folderIds: readonly string[],
): Promise<ReadonlyMap<string, ScopeTeams>> {
  const rows = await connection.query<{ readonly id: string; readonly teams: ScopeTeams }>(statements.ofFolders, [
    folderIds,
  ]);
  return new Map(rows.map(({ id, teams }) => [id, teams]));
}

/** Reads the teams of these scopes, by scope id. The id of a template or release at the top level is a scope id. */
export async function readTeamsOfScopes(
  connection: Connection,
  scopeIds: readonly string[],
): Promise<ReadonlyMap<string, ScopeTeams>> {
  if (scopeIds.length === 0) return new Map();
  const rows = await connection.query<{ readonly id: string; readonly teams: ScopeTeams }>(statements.ofScopes, [
    scopeIds,
  ]);
  return new Map(rows.map(({ id, teams }) => [id, teams]));
}

/** Deletes the teams of scopes. Returns whether there were any. */
export async function removeTeams(connection: Connection, scopeIds: readonly string[]): Promise<boolean> {
  return (await connection.query(statements.remove, [scopeIds])).length > 0;
}

/** Inserts the teams of a scope without teams. Throws Invalid for values that PostgreSQL cannot store. */
export async function insertTeams(connection: Connection, scopeId: string, teams: readonly Team[]): Promise<void> {
  const [teamRows, memberRows] = teamRecords(teams);
  await convertStorageErrors(() => connection.query(statements.insert, [scopeId, teamRows, memberRows]));
}

/** Replaces the teams of a scope. The new teams can have ids of existing ones. */
export async function replaceTeams(connection: Connection, scopeId: string, teams: readonly Team[]): Promise<void> {
  await removeTeams(connection, [scopeId]);
  await insertTeams(connection, scopeId, teams);
}

/** Copies the teams of a scope to a scope without teams. The copies get new ids. */
export async function copyTeams(connection: Connection, fromScopeId: string, toScopeId: string): Promise<void> {
  await connection.query(statements.copy, [fromScopeId, toScopeId]);
}

/** Converts teams and their members to JSON records for a statement. */
export const teamRecords = (teams: readonly Team[]): readonly [string, string] => [
  JSON.stringify(teams.map(({ id, name, permissions }, position) => ({ id, name, permissions, position }))),
  JSON.stringify(teams.flatMap(memberRecords)),
];

/** Converts the teams of several scopes, by scope id. */
export const teamRecordsOf = (scopes: readonly (readonly [string, readonly Team[]])[]): readonly [string, string] => [
  JSON.stringify(
    scopes.flatMap(([scope_id, teams]) =>
      teams.map(({ id, name, permissions }, position) => ({ id, scope_id, name, permissions, position })),
    ),
  ),
  JSON.stringify(scopes.flatMap(([, teams]) => teams.flatMap(memberRecords))),
];

const memberRecords = ({ id, members }: Team) =>
  members.map(({ principal, name }: TeamMember, position) => ({ team_id: id, principal, name, position }));

const names = {
  name: 'team-names-at',
  text: 'select name from teams where scope_id = (select scope_id from folders where id = $1) order by position',
};

/** Returns the names of the effective teams of a folder, or null if there are none. */
export async function readTeamNames(connection: Connection, folderId: string): Promise<readonly string[] | null> {
  const rows = await connection.query<{ readonly name: string }>(names, [folderId]);
  return rows.length === 0 ? null : rows.map(({ name }) => name);
}

/** A team of a user, and its scope. */
interface MyTeam {
  readonly id: string;
  readonly name: string;
  /** The ids from the root to the folder, template or release that owns the team. */
  readonly path: readonly string[];
  readonly title: string;
}

const myTeamsStatement = {
  name: 'my-teams',
  text: `select t.id, t.name, coalesce(f.path, array['Applications', t.scope_id]) as path,
      coalesce(f.title, r.title) as title
    from teams t left join folders f on f.id = t.scope_id left join releases r on r.id = t.scope_id
    where t.id in (select team_id from team_members where principal = any ($1::text[]))
      and coalesce(f.id, r.id) is not null
    order by path, t.position limit $2`,
};

/** Lists the teams that contain one of the principals, ordered by location, at most `limit`. */
export const listMyTeams = (
  connection: Connection,
  principals: readonly string[],
  limit: number,
): Promise<readonly MyTeam[]> => connection.query<MyTeam>(myTeamsStatement, [principals, limit]);

const folderTeamStatement = {
  name: 'find-folder-team',
  text: 'select t.id, t.name as title, f.path as "folderPath" from teams t join folders f on f.id = t.scope_id where t.id = $1',
};

/** A team that a folder owns, and the path of the folder. */
interface FolderTeam {
  readonly id: string;
  readonly title: string;
  readonly folderPath: readonly string[];
}

/** Finds a team that a folder owns. Returns null for other teams. */
export async function findFolderTeam(connection: Connection, id: string): Promise<FolderTeam | null> {
  const [team] = await connection.query<FolderTeam>(folderTeamStatement, [id]);
  return team ?? null;
}

/** A change of the teams that a folder, template or release owns. Null means that it has no teams of its own. */
interface TeamsChange {
  readonly actor: Actor;
  /** The last segment of the id of the folder, template or release. */
  readonly scopeId: string;
  readonly before: readonly Team[] | null;
  readonly after: readonly Team[] | null;
}

const toAuditJson = (teams: readonly Team[] | null): Json =>
  teams?.map(({ name, permissions, members }) => ({
    name,
    permissions: [...permissions],
    members: members.map((member) => member.name),
  })) ?? null;

/** Records a change of teams in the audit log. Call it in the transaction of the change. */
export async function recordTeams(
  connection: Connection,
  { actor, scopeId, before, after }: TeamsChange,
): Promise<void> {
  const action = after === null ? 'TEAMS_INHERITED' : 'TEAMS_UPDATED';
  await writeAudit(connection, {
    actor,
    action,
    subject: scopeId,
    before: toAuditJson(before),
    after: toAuditJson(after),
  });
}
