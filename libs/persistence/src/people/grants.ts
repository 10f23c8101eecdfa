import type { TeamGrant } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';

/** A role of a user. */
export interface RoleGrant {
  readonly id: string;
  readonly name: string;
  /** The ids of the global permissions. */
  readonly permissions: readonly string[];
}

/** A team of a user, and the folder that owns the team. */
export interface ScopedGrant extends TeamGrant {
  readonly scopeId: string;
}

/** The permissions of a user, except those of templates and releases at the top level. */
export interface Grants {
  /** The name as created; null if the user does not exist or cannot log in. */
  readonly username: string | null;
  readonly roles: readonly RoleGrant[];
  readonly teams: readonly ScopedGrant[];
}

/** The principals of a user: the user and their roles. */
export const toPrincipals = (username: string, roles: readonly Pick<RoleGrant, 'id'>[]): readonly string[] => [
  `user:${username.toLowerCase()}`,
  ...roles.map(({ id }) => `role:${id}`),
];

/** SQL for whether a name has all permissions, directly or as a principal of a role. Groups count as principals. */
export const isAdminSql = (name: string, groups: string): string => `(${name} = 'admin' or exists (
  select from roles r join role_principals p on p.role_id = r.id
  where 'admin' = any (r.permissions) and (p.principal = ${name} or p.principal = any (${groups}))))`;

/**
 * SQL for whether a password or token is invalid: a user without the permission `admin` created it (`flag`), and the
 * user `u` now has that permission. The permission is only checked for rows with the flag.
 */
export const setByNonAdminSql = (flag: string, u: string): string =>
  `(case when ${flag} then ${isAdminSql(`lower(${u}.username)`, `${u}.groups`)} else false end)`;

const statements = {
  version: { name: 'access-version', text: 'select version from access_version' },
  bump: { name: 'bump-access-version', text: 'update access_version set version = version + 1' },
  grants: {
    name: 'grants-of-user',
    text: `with me as (
        select username, lower(username) as name, groups from users where lower(username) = lower($1) and login_allowed
      ), mine as (
        select id, name, permissions from roles where id in (
          select role_id from role_principals, me where principal = me.name or principal = any (me.groups))
      ), principals as (
        select 'user:' || name as principal from me union all select 'role:' || id from mine
      ), within as (
        select t.scope_id, t.name, t.permissions, t.position from teams t
        where t.id in (select team_id from team_members where principal in (select principal from principals))
          and exists (select from folders f where f.id = t.scope_id)
      )
      select (select username from me) as username,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'permissions', permissions)
          order by lower(name)), '[]') from mine) as roles,
        (select coalesce(json_agg(json_build_object('scopeId', scope_id, 'name', name, 'permissions', permissions)
          order by scope_id, position), '[]') from within) as teams`,
  },
  ofScopes: {
    name: 'teams-of-somebody-in-scopes',
    text: `select scope_id as "scopeId", name, permissions from teams
      where scope_id = any ($1::text[])
        and id in (select team_id from team_members where principal = any ($2::text[]))
      order by scope_id, position`,
  },
  anywhere: {
    name: 'grants-anywhere',
    text: `select exists (select from teams t join team_members m on m.team_id = t.id
      where m.principal = any ($1::text[]) and t.permissions && $2::text[]) as granted`,
  },
  scopes: { name: 'scopes-of-folders', text: 'select id, scope_id as "scopeId" from folders' },
  scope: { name: 'scope-of-folder', text: 'select scope_id as "scopeId" from folders where id = $1' },
};

/** The version of all permissions. Each change of permissions increases it. */
export async function readAccessVersion(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly version: number }>(statements.version);
  if (row === undefined) throw new Error('access_version has no row');
  return row.version;
}

/**
 * Invalidates cached permissions in every process. Call it last in a transaction that changes permissions, because it
 * locks a row that all such transactions update.
 */
export async function bumpAccessVersion(connection: Connection): Promise<void> {
  await connection.query(statements.bump);
}

/**
 * Reads the roles and teams of a user, in any letter case. They are empty if the user does not exist or cannot log in.
 */
export async function readGrants(connection: Connection, username: string): Promise<Grants> {
  const [row] = await connection.query<Grants>(statements.grants, [username]);
  if (row === undefined) throw new Error('grants have no row');
  return row;
}

/** Reads the teams of these scopes that contain one of the principals. */
export const readTeamGrants = (
  connection: Connection,
  scopeIds: readonly string[],
  principals: readonly string[],
): Promise<readonly ScopedGrant[]> => connection.query<ScopedGrant>(statements.ofScopes, [scopeIds, principals]);

/** Returns whether a team of any folder, template or release grants one of the permissions to one of the principals. */
export async function isGrantedAnywhere(
  connection: Connection,
  principals: readonly string[],
  permissions: readonly string[],
): Promise<boolean> {
  const [row] = await connection.query<{ readonly granted: boolean }>(statements.anywhere, [principals, permissions]);
  return row?.granted === true;
}

/** Reads the scopes of all folders, by folder id. */
export async function readScopes(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ readonly id: string; readonly scopeId: string }>(statements.scopes);
  return new Map(rows.map(({ id, scopeId }) => [id, scopeId]));
}

/** Returns the scope of a folder, or null if the folder does not exist. */
export async function readScope(connection: Connection, folderId: string): Promise<string | null> {
  const [row] = await connection.query<{ readonly scopeId: string }>(statements.scope, [folderId]);
  return row?.scopeId ?? null;
}
