import type { Connection } from '../database/database.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** A principal of a role: a user, or a group of an external login. */
export interface Principal {
  /** The name: of a user as created, of a group as entered. */
  readonly username: string;
  /** Null for a group, and for a user without a full name. */
  readonly fullName: string | null;
}

/** A role with its principals and its global permissions. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Sorted by name. */
  readonly principals: readonly Principal[];
}

const columns = `roles.id, roles.name, roles.permissions, coalesce((
  select json_agg(json_build_object('username', coalesce(u.username, p.name), 'fullName', u.full_name) order by p.principal)
  from role_principals p left join users u on lower(u.username) = p.principal where p.role_id = roles.id), '[]') as principals`;

const statements = {
  list: { name: 'list-roles', text: `select ${columns} from roles order by lower(name), id limit $1 offset $2` },
  find: { name: 'find-role', text: `select ${columns} from roles where lower(name) = lower($1)` },
  named: {
    name: 'roles-by-names',
    text: `select requested.name as "requestedName", ${columns} from unnest($1::text[]) as requested (name) join roles on lower(roles.name) = lower(requested.name)`,
  },
  insert: {
    name: 'insert-role',
    text: 'insert into roles (id, name, permissions) values ($1, $2, $3) on conflict do nothing returning id',
  },
  update: { name: 'update-role', text: 'update roles set permissions = $2 where id = $1' },
  rename: { name: 'rename-role', text: 'update roles set name = $2 where id = $1' },
  renameInTeams: {
    name: 'rename-role-in-teams',
    text: `update team_members set name = $2 where principal = 'role:' || $1`,
  },
  delete: { name: 'delete-role', text: 'delete from roles where id = $1' },
  leaveTeams: {
    name: 'role-leaves-teams',
    text: `delete from team_members m using teams t
      where t.id = m.team_id and m.principal = 'role:' || $1 returning t.scope_id || '/' || t.id as name`,
  },
  setPrincipals: {
    name: 'set-principals',
    text: `with given as (
        select distinct on (lower(name)) lower(name) as principal, name
        from unnest($2::text[]) with ordinality as t (name, nth) order by lower(name), nth
      ), gone as (
        delete from role_principals where role_id = $1 and principal not in (select principal from given)
      )
      insert into role_principals (role_id, principal, name) select $1, principal, name from given
      on conflict (role_id, principal) do nothing`,
  },
};

/** Reads one page of the roles, by name. */
export const listRoles = (
  connection: Connection,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Role[]> => connection.query<Role>(statements.list, [limit, offset]);

/** Finds a role by name, in any letter case; null if there is none. */
export async function findRole(connection: Connection, name: string): Promise<Role | null> {
  const [role] = await connection.query<Role>(statements.find, [name]);
  return role ?? null;
}

/** Finds roles by names, in any letter case. The keys are the requested names. */
export async function findRolesByName(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const rows = await connection.query<Role & { readonly requestedName: string }>(statements.named, [names]);
  return new Map(rows.map(({ requestedName, ...role }) => [requestedName, role]));
}

/** The content of a role, with the names of its principals in any letter case. */
export interface RoleDraft extends Pick<Role, 'id' | 'name' | 'permissions'> {
  readonly principals: readonly string[];
}

/** Adds a role. Returns false if its name is in use, in any letter case. Throws Invalid. */
export async function addRole(
  connection: Connection,
  { id, name, permissions, principals }: RoleDraft,
): Promise<boolean> {
  const inserted = await convertStorageErrors(() => connection.query(statements.insert, [id, name, permissions]));
  if (inserted.length === 0) return false;
  await convertStorageErrors(() => connection.query(statements.setPrincipals, [id, principals]));
  return true;
}

/** Replaces the permissions and principals of a role. Throws Invalid. */
export async function updateRole(connection: Connection, role: Omit<RoleDraft, 'name'>): Promise<void> {
  await connection.query(statements.update, [role.id, role.permissions]);
  await convertStorageErrors(() => connection.query(statements.setPrincipals, [role.id, role.principals]));
}

/** Renames a role, also in teams. Throws Invalid. */
export async function renameRole(connection: Connection, id: string, name: string): Promise<void> {
  await convertStorageErrors(() => connection.query(statements.rename, [id, name]));
  await connection.query(statements.renameInTeams, [id, name]);
}

/** Deletes a role and removes it from all teams. Returns these teams as `scope id/team id`. */
export async function deleteRole(connection: Connection, id: string): Promise<readonly string[]> {
  const changedTeams = await connection.query<{ readonly name: string }>(statements.leaveTeams, [id]);
  await connection.query(statements.delete, [id]);
  return changedTeams.map(({ name }) => name).toSorted();
}
