import type { ObjectKind } from '../messages/message.ts';
import { isGlobalPermission, missingPermission, type Permission } from '../model/catalogs/permissions.ts';
import { type Forbidden, NotVisible } from '../model/errors.ts';

/** A refused request. */
export interface RefusedRequest {
  /** the missing permission; the first one if any of several is sufficient */
  readonly permission: Permission;
  /** the kind of the object */
  readonly kind: ObjectKind;
  /** the id of the object; `Applications` if the request has none */
  readonly id: string;
  readonly mayView: boolean;
}

/**
 * Returns the error for a missing permission. It names the permission if the caller may view the object, or if the
 * permission is global. Otherwise it equals the error for an unknown id (permissions.md, Order).
 */
export const refusal = ({ permission, kind, id, mayView }: RefusedRequest): Forbidden | NotVisible =>
  mayView || isGlobalPermission(permission) ? missingPermission(permission, id) : new NotVisible(kind, id);
