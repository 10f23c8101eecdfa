import type { RestClient } from '../harness/rest/rest-client.ts';
import type { PermissionRule } from './permission-rule.ts';

/** The objects in one location: ids by their use. */
export type ObjectIds = Readonly<Record<ObjectName, string>>;

export const objectNames = [
  ...['folder', 'sub', 'template', 'templateVariable', 'release', 'over', 'archived', 'phase', 'later'],
  ...['done', 'gate', 'planned', 'lockable', 'ask', 'group', 'condition', 'dependency', 'variable', 'askedVariable'],
  ...['folderVariable', 'trigger', 'configuration', 'globalConfiguration', 'titles', 'attachment'],
] as const;
export type ObjectName = (typeof objectNames)[number];

/** Creates an object that an allowed call consumes. */
export type CreateObject = (admin: RestClient, ids: ObjectIds) => Promise<string>;

/**
 * A request for a route. A permitted request does not affect other requests: it has no effect in this state, only
 * adds, or has an object of its own.
 */
export interface MatrixRequest {
  /** Distinguishes several requests for a route. */
  readonly as?: string;
  /** ids for the path parameters that differ from the default ids */
  readonly path?: (ids: ObjectIds) => Readonly<Record<string, string>>;
  /** creates an object for the parameter in each allowed call */
  readonly fresh?: Readonly<Record<string, CreateObject>>;
  readonly query?: (ids: ObjectIds) => string;
  readonly body?: (ids: ObjectIds) => unknown;
  /** the permission of this call if it differs from the declaration of the route */
  readonly rule?: Partial<PermissionRule>;
  /** Every user has access in this case. */
  readonly isPublic?: true;
  /** The message of a 404 that only permitted users get: `there is no delivery`. */
  readonly misses?: string;
}

/** Requests by method and path, as in the route table. */
export type MatrixRequests = Readonly<Record<string, MatrixRequest | readonly MatrixRequest[]>>;

/** Requests without query or body, for the default objects. */
export const plainRequests = (...routes: readonly string[]): MatrixRequests =>
  Object.fromEntries(routes.map((route) => [route, {}]));
