import { type RoleBody, showRole } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, NotFound } from '@slipway/domain/model';
import {
  isSameUser,
  requireGlobal,
  requirePrincipals,
  requireRoleChange,
  requireRoleName,
} from '@slipway/domain/people';
import { newId } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import {
  addRole,
  bumpAccessVersion,
  findRole,
  lockPeople,
  type Role,
  deleteRole as remove,
  renameRole as rename,
  updateRole,
} from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext } from './caller-context.ts';

type Context = Pick<ResourceContext, 'engine'>;

/** A role to create or change, with its current name. */
interface NamedRole extends RoleBody {
  readonly name: string;
}

/** Returns the role of a request, with the name in the path. Throws Invalid if the body has a different name. */
export function roleAt(path: string, body: RoleBody): NamedRole {
  const { name = path } = body;
  if (isSameUser(name, path)) return { ...body, name: path };
  throw new Invalid(message('role.nameDiffers', { name: path }));
}

/** Returns a role by name. Throws NotFound. */
export async function getRole(connection: Connection, name: string): Promise<Role> {
  const role = await findRole(connection, name);
  if (role === null) throw new NotFound(message('notFound.role', { name }));
  return role;
}

const namesOf = (principals: readonly { readonly username: string }[]) => principals.map(({ username }) => username);

/** Changes roles in one transaction, and invalidates cached permissions. */
const changeRoles = ({ engine }: Context, work: (connection: Connection) => Promise<void>): Promise<void> =>
  engine.change((database) =>
    database.transaction(async (connection) => {
      await lockPeople(connection);
      await work(connection);
      await bumpAccessVersion(connection);
    }),
  );

/** Creates roles, all or none. Throws Forbidden, Invalid, Conflict. */
export async function createRoles(
  context: Context,
  callerContext: CallerContext,
  roles: readonly NamedRole[],
): Promise<void> {
  for (const role of roles) validateRole(role);
  await changeRoles(context, async (connection) => {
    for (const role of roles) await create(connection, callerContext, role);
  });
}

function validateRole({ name, permissions = [], principals = [] }: NamedRole): void {
  requireRoleName(name);
  requireGlobal(permissions);
  requirePrincipals(namesOf(principals));
}

async function create(connection: Connection, { caller, actor }: CallerContext, role: NamedRole): Promise<void> {
  const { name, permissions = [], principals = [] } = role;
  requireRoleChange(caller, null, permissions);
  const created = { id: newId('Role'), name, permissions: unique(permissions), principals: namesOf(principals) };
  if (!(await addRole(connection, created))) throw new Conflict(message('role.exists', { name }));
  const after = { permissions: created.permissions, principals: created.principals };
  await writeAudit(connection, { actor, action: 'ROLE_CREATED', subject: name, before: null, after });
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Changes roles, all or none. Absent members stay. Throws Forbidden, Invalid, NotFound. */
export async function updateRoles(
  context: Context,
  callerContext: CallerContext,
  roles: readonly NamedRole[],
): Promise<void> {
  for (const { permissions = [], principals = [] } of roles) {
    requireGlobal(permissions);
    requirePrincipals(namesOf(principals));
  }
  await changeRoles(context, async (connection) => {
    for (const role of roles) await update(connection, callerContext, role);
  });
}

const normalizeCase = (names: readonly string[]): string =>
  JSON.stringify(unique(names.map((name) => name.toLowerCase())).toSorted());

async function update(
  connection: Connection,
  { caller, actor, stillAs }: CallerContext,
  role: NamedRole,
): Promise<void> {
  const stored = await getRole(connection, role.name);
  await stillAs?.(showRole(stored));
  const before = { permissions: stored.permissions, principals: namesOf(stored.principals) };
  const after = {
    permissions: role.permissions === undefined ? before.permissions : unique(role.permissions),
    principals: role.principals === undefined ? before.principals : namesOf(role.principals),
  };
  const isSame =
    normalizeCase(before.permissions) === normalizeCase(after.permissions) &&
    normalizeCase(before.principals) === normalizeCase(after.principals);
  if (isSame) return;
  requireRoleChange(caller, before.permissions, after.permissions);
  await updateRole(connection, { id: stored.id, ...after });
  await writeAudit(connection, { actor, action: 'ROLE_UPDATED', subject: stored.name, before, after });
}

/** Renames a role, also in teams. Throws Forbidden, Invalid, NotFound, Conflict. */
export async function renameRole(context: Context, { caller, actor }: CallerContext, name: string, newName: string) {
  requireRoleName(newName);
  await changeRoles(context, async (connection) => {
    const role = await getRole(connection, name);
    if (role.name === newName) return;
    requireRoleChange(caller, role.permissions, role.permissions);
    const existing = await findRole(connection, newName);
    if (existing !== null && existing.id !== role.id) throw new Conflict(message('role.exists', { name: newName }));
    await rename(connection, role.id, newName);
    const [before, after] = [{ name: role.name }, { name: newName }];
    await writeAudit(connection, { actor, action: 'ROLE_RENAMED', subject: newName, before, after });
  });
}

/** Deletes a role and removes it from all teams. Throws Forbidden, NotFound. */
export async function deleteRole(context: Context, { caller, actor }: CallerContext, name: string): Promise<void> {
  await changeRoles(context, async (connection) => {
    const role = await getRole(connection, name);
    requireRoleChange(caller, role.permissions, null);
    const teams = await remove(connection, role.id);
    const before = { permissions: role.permissions, principals: namesOf(role.principals), teams };
    await writeAudit(connection, { actor, action: 'ROLE_DELETED', subject: role.name, before, after: null });
  });
}
