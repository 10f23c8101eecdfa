import { rootFolderId } from '@slipway/domain/ids';
import { globalPermissions, type Permission } from '@slipway/domain/model';
import { refusal } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { isGrantedAnywhere } from '@slipway/persistence/people';

/** Whether a user has a permission on any folder. */
export function isGrantedOnFolder(caller: Person, permission: Permission): boolean {
  const { scopes } = caller.visibility(permission);
  return scopes === null || scopes.length > 0;
}

function hasPermission(caller: Person, permission: Permission): boolean {
  const global = globalPermissions.find((candidate) => candidate === permission);
  return global === undefined ? isGrantedOnFolder(caller, permission) : caller.hasPermission(global);
}

/** Throws Forbidden for a user who has none of the permissions, neither globally nor on any folder, template or release. */
export async function requireAnywhere(
  database: Database,
  caller: Person,
  anyOf: readonly [Permission, ...Permission[]],
): Promise<void> {
  if (anyOf.some((candidate) => hasPermission(caller, candidate))) return;
  const visibilityFilters = anyOf.map((candidate) => caller.visibility(candidate));
  const principals = visibilityFilters[0]?.principals ?? [];
  const permissions = visibilityFilters.flatMap((visibilityFilter) => visibilityFilter.permissions);
  if (principals.length > 0 && (await isGrantedAnywhere(database, principals, permissions))) return;
  throw refusal({ permission: anyOf[0], kind: 'folder', id: rootFolderId, mayView: true });
}
