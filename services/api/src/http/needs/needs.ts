import type { IncomingMessage } from 'node:http';
import type { Command } from '@slipway/domain/commands';
import type { GlobalPermission, Permission } from '@slipway/domain/model';
import type { PermissionRequirement } from '@slipway/domain/people';

/** What a caller needs on the thing that a parameter of the path names. One of the permissions is enough. */
export interface NeedsOn<Name extends string> {
  readonly on: Name;
  readonly anyOf: PermissionRequirement['anyOf'];
  /** the same where the call names a template, which such a path may do; without it the same as of a release */
  readonly onTemplate?: PermissionRequirement['anyOf'];
  /** what is needed instead where the thing is the root, is global, or is a template at the top */
  readonly atTop?: Permission;
  /** who takes part in the task may do it, too */
  readonly participant?: true;
  /** The owner of the release is permitted too. */
  readonly owner?: true;
}

/**
 * The required permission of an operation, as data: it is documented, and checked if a request is malformed. The
 * object in a path is checked on its row by its finder in `libs/application`, or by the domain, so that scripts have the
 * same check (permissions.md, Order).
 */
export type Needs<Name extends string = string> =
  /** Every logged-in user */
  | 'anyone'
  /** one of these, whatever the call is about; nothing where `own` names the caller themselves */
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
  /** one of these on what body or query name, which only the handler finds; `inQuery` where it is a parameter of the query */
  | { readonly named: PermissionRequirement['anyOf']; readonly why: string; readonly inQuery?: NeedsOn<string> };

/** Whether the path decides it, so that it is checked before anything of the request is read. */
export const canCheckBeforeBody = (needs: Needs): boolean =>
  typeof needs === 'object' && ('global' in needs || 'anywhere' in needs);

/** A body of more bytes, or of an unknown length, is read only for callers who may have it. */
const largeBodyBytes = 128 * 1024;

export const hasLargeBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBodyBytes;
