import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { clip, type GlobalPermission, missingPermission, type Permission } from '@slipway/domain/model';
import { type PermissionRequirement, refusal } from '@slipway/domain/people';
import type { PermissionScope, Person } from '@slipway/engine';

/** A caller, and the permissions of which one is required. */
export interface PermissionRequest {
  readonly caller: Person;
  readonly anyOf: PermissionRequirement['anyOf'];
}

/** What an id names. */
interface ProtectedObject {
  /** in the words of a refusal */
  readonly label: string;
  readonly rawId: string;
  readonly scope: PermissionScope;
  /** The permission to view it; null: every user may. */
  readonly view: Permission | null;
}

/**
 * Checks the permission of a caller at the location of a stored object, independent of the path in the request.
 * Returns the caller there. Throws Forbidden, NotVisible.
 */
export async function requirePermissionAt(
  { caller, anyOf }: PermissionRequest,
  { label, rawId, scope, view }: ProtectedObject,
): Promise<Caller> {
  const callerHere = await caller.callerAt(scope);
  if (anyOf.some((candidate) => callerHere.may(candidate))) return callerHere;
  throw refusal({ permission: anyOf[0], what: label, id: clip(rawId), mayView: view === null || callerHere.may(view) });
}

/** Checks a global permission of the caller. Throws Forbidden. */
export function requireGlobalPermission(caller: Person, permission: GlobalPermission): void {
  if (!caller.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}
