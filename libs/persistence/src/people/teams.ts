import type { Team, TeamMember } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { copyTeamsSql, scopeTeamsSql } from './teams-sql.ts';

/** The teams of a scope, in their order. */
export interface ScopeTeams {
  /** of all grants, under which they are these */
  readonly version: number;
  /** ids from the root to the folder that holds them; null where a template or release at the top does */
  readonly path: readonly string[] | null;
  readonly teams: readonly Team[];
}

/** No teams. */
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

/** The teams of a folder that has its own, or of a template or release at the top. */
export async function readTeams(connection: Connection, scopeId: string): Promise<ScopeTeams> {
  const [row] = await connection.query<{ readonly teams: ScopeTeams }>(statements.read, [scopeId]);
  return row?.teams ?? noTeams;
}

/** The teams that hold in a folder; none at the root, and where there is no such folder. */
export async function readFolderTeams(connection: Connection, folderId: string): Promise<ScopeTeams> {
  const [row] = await connection.query<{ readonly teams: ScopeTeams }>(statements.ofFolder, [folderId]);
  return row?.teams ?? noTeams;
}

/** The teams that hold in each of these folders. */
export async function readTeamsOfFolders(
  connection: Connection,
  folderIds: readonly string[],
): Promise<ReadonlyMap<string, ScopeTeams>> {
  const rows = await connection.query<{ readonly id: string; readonly teams: ScopeTeams }>(statements.ofFolders, [
    folderIds,
  ]);
  return new Map(rows.map(({ id, teams }) => [id, teams]));
}

/** The same of scopes themselves: of templates and releases at the top by their ids. */
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

/** Removes the teams of scopes; answers whether there were any. */
export async function removeTeams(connection: Connection, scopeIds: readonly string[]): Promise<boolean> {
  return (await connection.query(statements.remove, [scopeIds])).length > 0;
}

/** Gives a scope that has none its teams. Throws Invalid for what PostgreSQL cannot store. */
export async function insertTeams(connection: Connection, scopeId: string, teams: readonly Team[]): Promise<void> {
  const [teamRows, memberRows] = teamRecords(teams);
  await convertStorageErrors(() => connection.query(statements.insert, [scopeId, teamRows, memberRows]));
}

/** Lays teams in the place of those that a scope has; ids may stay. */
export async function replaceTeams(connection: Connection, scopeId: string, teams: readonly Team[]): Promise<void> {
  await removeTeams(connection, [scopeId]);
  await insertTeams(connection, scopeId, teams);
}

/** Gives a scope that has none the teams of another one, under ids of their own. */
export async function copyTeams(connection: Connection, fromScopeId: string, toScopeId: string): Promise<void> {
  await connection.query(statements.copy, [fromScopeId, toScopeId]);
}

/** Teams and their members as the records of a statement. */
export const teamRecords = (teams: readonly Team[]): readonly [string, string] => [
  JSON.stringify(teams.map(({ id, name, permissions }, position) => ({ id, name, permissions, position }))),
  JSON.stringify(teams.flatMap(memberRecords)),
];

/** The same of the teams of several scopes, by their ids. */
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

/** The names of the teams that count in a folder; null where there are none. */
export async function readTeamNames(connection: Connection, folderId: string): Promise<readonly string[] | null> {
  const rows = await connection.query<{ readonly name: string }>(names, [folderId]);
  return rows.length === 0 ? null : rows.map(({ name }) => name);
}
