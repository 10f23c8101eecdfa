import type { ObjectKind } from '../messages/message.ts';
import { type Forbidden, NotVisible } from '../model/errors.ts';
import { isGlobalPermission, missingPermission, type Permission } from '../model/permissions.ts';

/** A refused request. */
export interface RefusedRequest {
  /** the first of those of which one would have been enough */
  readonly permission: Permission;
  /** The kind of the object. */
  readonly what: ObjectKind;
  /** Its id; `Applications` if the request has no object. */
  readonly id: string;
  readonly mayView: boolean;
}

/**
 * The refusal for a missing permission. It names the permission if the caller may view the object, or if the
 * permission is global. Otherwise it equals the refusal of an unknown id (permissions.md, Order).
 */
export const refusal = ({ permission, what: kind, id, mayView }: RefusedRequest): Forbidden | NotVisible =>
  mayView || isGlobalPermission(permission) ? missingPermission(permission, id) : new NotVisible(kind, id);
