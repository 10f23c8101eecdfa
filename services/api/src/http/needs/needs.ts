import type { IncomingMessage } from 'node:http';
import type { Command } from '@slipway/domain/commands';
import type { GlobalPermission, Permission } from '@slipway/domain/model';
import type { PermissionRequirement } from '@slipway/domain/people';

/** The required permissions on the object that a path parameter names. One of them is enough. */
export interface NeedsOn<Name extends string> {
  readonly on: Name;
  readonly anyOf: PermissionRequirement['anyOf'];
  /** those for a template, if the path accepts templates; absent: the same as for a release */
  readonly onTemplate?: PermissionRequirement['anyOf'];
  /** those for the root, a global object, or a template at the top level */
  readonly atTop?: Permission;
  /** Participants of the task are permitted too. */
  readonly participant?: true;
  /** The owner of the release is permitted too. */
  readonly owner?: true;
  /** One of these global permissions is required, too. */
  readonly also?: readonly [GlobalPermission, ...GlobalPermission[]];
}

/**
 * The required permission of an operation, as data: it is documented, and checked if a request is malformed. The
 * object in a path is checked on its row by its finder in `libs/application`, or by the domain, so that scripts have the
 * same check (permissions.md, Order).
 */
export type Needs<Name extends string = string> =
  /** Every logged-in user */
  | 'anyone'
  /** one of these, independent of the object; none if the parameter `own` names the caller */
  | { readonly global: readonly [GlobalPermission, ...GlobalPermission[]]; readonly own?: Name }
  | NeedsOn<Name>
  /** all of these */
  | { readonly all: readonly NeedsOn<Name>[] }
  /** The permission of a command to the object of the parameter */
  | { readonly command: Command['type']; readonly on: Name }
  /** None: objects without this permission are left out */
  | { readonly lists: Permission }
  /** One of these on any object: the body names the object, and the handler checks it */
  | { readonly anywhere: readonly [Permission, ...Permission[]]; readonly why: string }
  /** one of these on the object in the body or query, which the handler checks; `inQuery`: the name of the query parameter */
  | { readonly named: PermissionRequirement['anyOf']; readonly why: string; readonly inQuery?: NeedsOn<string> };

/** Whether the path determines the permission, so that it is checked before the request is read. */
export const canCheckBeforeBody = (needs: Needs): boolean =>
  typeof needs === 'object' && ('global' in needs || 'anywhere' in needs);

/** A larger body, or one of unknown length, is read only after the permission was checked. */
const largeBodyBytes = 128 * 1024;

export const hasLargeBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBodyBytes;
