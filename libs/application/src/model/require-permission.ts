import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import type { ObjectKind } from '@slipway/domain/messages';
import { clip, type GlobalPermission, missingPermission, type Permission } from '@slipway/domain/model';
import {
  isGranted,
  mayView,
  neededToRead,
  neededToViewTask,
  type PermissionRequirement,
  permissionsFor,
  refusal,
  type Subject,
} from '@slipway/domain/people';
import type { PermissionScope, Person } from '@slipway/engine';
import type { AccessAttributes } from '@slipway/persistence/people';
import type { ReleaseView, TaskView } from '@slipway/persistence/plans';

/** A requested release, template, phase, task or part of one. */
interface AccessTarget {
  /** the requested kind of object, for the error message */
  readonly label: ObjectKind;
  /** the id from the request */
  readonly rawId: string;
  /** The required permission; by default the one to view it. */
  readonly needed?: PermissionRequirement | undefined;
}

/** Returns the subject of a permission check, from the access attributes of an object. */
export const accessSubject = ({ status, owner, task }: AccessAttributes): Subject => ({
  release: { status: status ?? 'TEMPLATE', owner },
  task: task === null ? undefined : { definition: task },
});

export const permissionScope = ({ folderId, releaseId }: AccessAttributes): PermissionScope => ({
  folderId,
  releaseId,
});

/** Returns the access attributes of a loaded release or template. */
export const planAttributes = ({ release }: Pick<ReleaseView, 'release'>): AccessAttributes => ({
  folderId: release.folderId,
  releaseId: release.id,
  status: release.status,
  owner: release.owner,
  task: null,
});

/** Returns the access attributes of a loaded task. */
export const taskAttributes = ({
  task,
  folderPath,
  releaseId,
  releaseStatus,
  releaseOwner,
}: TaskView): AccessAttributes => ({
  folderId: folderPath.at(-1) ?? '',
  releaseId,
  status: releaseStatus,
  owner: releaseOwner,
  task: task.definition,
});

/**
 * Checks the permission of a caller on a loaded object. Returns the caller at its location. Throws Forbidden, and the
 * NotFound of an unknown id if the caller may not view it (permissions.md, Order).
 */
export async function requirePermission(
  person: Person,
  attributes: AccessAttributes,
  { label, rawId, needed = neededToViewTask }: AccessTarget,
): Promise<Caller> {
  const caller = await person.callerAt(permissionScope(attributes));
  const subject = accessSubject(attributes);
  if (isGranted(needed, caller, subject)) return caller;
  const [permission] = permissionsFor(needed, subject);
  throw refusal({ permission, kind: label, id: rawId, mayView: mayView(caller, subject) });
}

/** Returns the ids of the visible objects. */
export async function filterVisible(
  person: Person,
  attributesById: ReadonlyMap<string, AccessAttributes>,
): Promise<ReadonlySet<string>> {
  const entries = [...attributesById];
  const callers = await person.callersAt(entries.map(([, attributes]) => permissionScope(attributes)));
  return new Set(entries.flatMap(([id, attributes], index) => (canView(callers[index], attributes) ? [id] : [])));
}

function canView(caller: Caller | undefined, attributes: AccessAttributes): boolean {
  if (caller === undefined) return false;
  return attributes.releaseId === null ? caller.may(neededToRead.folder) : mayView(caller, accessSubject(attributes));
}

/** A caller, and permissions of which the caller needs one. */
export interface PermissionRequest {
  readonly caller: Person;
  readonly anyOf: PermissionRequirement['anyOf'];
}

/** An object with the attributes that a permission check needs. */
interface ProtectedObject {
  /** the kind of object, for the error message */
  readonly label: ObjectKind;
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
  throw refusal({ permission: anyOf[0], kind: label, id: clip(rawId), mayView: view === null || callerHere.may(view) });
}

/** Checks a global permission of the caller. Throws Forbidden. */
export function requireGlobalPermission(caller: Person, permission: GlobalPermission): void {
  if (!caller.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}
