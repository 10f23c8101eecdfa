import type { RoleFact, TeamFact } from '@slipway/domain/people';
import type { Connection } from '../database/database.ts';

/** What there is of a user that decides whether they have a permission. */
export interface PermissionFacts {
  /** as the user was made; null: there is no such user */
  readonly username: string | null;
  readonly loginAllowed: boolean;
  readonly roles: readonly RoleFact[];
  /** Names of the first roles with the permission, independent of their members. */
  readonly rolesGranting: readonly string[];
  /** of what has the teams of the place; null: nothing has */
  readonly scope: { readonly id: string; readonly folderTitle: string | null; readonly title: string | null } | null;
  readonly teams: readonly TeamFact[];
}

const maxRoles = 20;

const factsStatement = {
  name: 'permission-facts',
  text: `with me as (
      select username, lower(username) as name, groups, login_allowed from users where lower(username) = lower($1)
    ), mine as (
      select r.id, r.name, r.permissions, case when p.principal = me.name then null else p.name end as "group"
      from roles r join role_principals p on p.role_id = r.id
        join me on p.principal = me.name or p.principal = any (me.groups)
    ), scope as (
      select case when $3::text is not null and $2 = 'Applications' then $3 else
        (select scope_id from folders where id = $2) end as id
    )
    select (select username from me) as username, coalesce((select login_allowed from me), false) as "loginAllowed",
      coalesce((select json_agg(json_build_object('name', name, 'permissions', permissions, 'group', "group")
        order by lower(name), "group" nulls first) from mine), '[]') as roles,
      array(select name from roles where $4 = any (permissions) order by lower(name) limit ${maxRoles})
        as "rolesGranting",
      (select json_build_object('id', id,
          'folderTitle', (select title from folders where folders.id = scope.id),
          'title', (select title from releases where releases.id = scope.id))
        from scope where exists (select from teams where scope_id = scope.id)) as scope,
      coalesce((select json_agg(json_build_object('name', t.name, 'permissions', t.permissions,
          'byName', exists (select from team_members m, me where m.team_id = t.id and m.principal = 'user:' || me.name),
          'byRoles', array(select distinct mine.name from team_members m join mine on m.principal = 'role:' || mine.id
            where m.team_id = t.id order by mine.name)) order by t.position)
        from teams t join scope on t.scope_id = scope.id), '[]') as teams`,
};

/** The location of a permission check: a folder, and the template or release that an object is or belongs to. */
interface PermissionScope {
  readonly folderId: string;
  readonly releaseId: string | null;
}

/** The facts that determine whether a user, in any letter case, has a permission; null: everywhere. */
export async function readPermissionFacts(
  connection: Connection,
  username: string,
  permission: string,
  scope: PermissionScope | null,
): Promise<PermissionFacts> {
  const values = [username, scope?.folderId ?? null, scope?.releaseId ?? null, permission];
  const [row] = await connection.query<PermissionFacts>(factsStatement, values);
  if (row === undefined) throw new Error('the facts of a permission have no row');
  return row;
}
