import { globalPermissions, type Permission, refusal, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Database, isGrantedAnywhere } from '@slipway/persistence';

/** Whether a user has a permission on any folder. */
export function isGrantedOnFolder(caller: Person, permission: Permission): boolean {
  const { scopes } = caller.sight(permission);
  return scopes === null || scopes.length > 0;
}

function isHeld(caller: Person, permission: Permission): boolean {
  const global = globalPermissions.find((each) => each === permission);
  return global === undefined ? isGrantedOnFolder(caller, permission) : caller.holds(global);
}

/** Throws Forbidden for a user who has none of the permissions, neither globally nor on any folder, template or release. */
export async function requireAnywhere(
  database: Database,
  caller: Person,
  anyOf: readonly [Permission, ...Permission[]],
): Promise<void> {
  if (anyOf.some((each) => isHeld(caller, each))) return;
  const sights = anyOf.map((each) => caller.sight(each));
  const principals = sights[0]?.principals ?? [];
  const permissions = sights.flatMap((sight) => sight.permissions);
  if (principals.length > 0 && (await isGrantedAnywhere(database, principals, permissions))) return;
  throw refusal({ permission: anyOf[0], what: 'folder', id: rootFolderId, mayView: true });
}
