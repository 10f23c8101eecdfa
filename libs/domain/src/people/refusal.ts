import { type Forbidden, Unseen } from '../model/errors.ts';
import { isGlobalPermission, missingPermission, type Permission } from '../model/permissions.ts';

/** What is refused to somebody. */
export interface Refused {
  /** the first of those of which one would have been enough */
  readonly permission: Permission;
  /** what it was asked of: `release`, `task`, `folder` */
  readonly what: string;
  /** its id; `Applications` where there is none */
  readonly id: string;
  readonly mayView: boolean;
}

/**
 * The refusal of somebody who lacks a right: it names the permission where they may see the thing, or where the permission
 * is a global one. Else there is no such thing for them (people.md, Order).
 */
export const refusal = ({ permission, what, id, mayView }: Refused): Forbidden | Unseen =>
  mayView || isGlobalPermission(permission) ? missingPermission(permission, id) : new Unseen(what, id);
