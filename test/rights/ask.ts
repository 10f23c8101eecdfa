import type { Rest } from '../harness/rest/rest.ts';
import type { Rule } from './rule.ts';

/** The objects in one location: ids by their use. */
export type Things = Readonly<Record<Thing, string>>;

export const thingNames = [
  ...['folder', 'sub', 'template', 'templateVariable', 'release', 'over', 'archived', 'phase', 'later'],
  ...['done', 'gate', 'planned', 'lockable', 'ask', 'group', 'condition', 'dependency', 'variable', 'askedVariable'],
  ...['folderVariable', 'trigger', 'configuration', 'globalConfiguration', 'titles', 'attachment'],
] as const;
export type Thing = (typeof thingNames)[number];

/** Makes what an allowed call may use up. */
export type Fresh = (admin: Rest, things: Things) => Promise<string>;

/**
 * A request for a route. A permitted request does not affect other requests: it has no effect in this state, only
 * adds, or has an object of its own.
 */
export interface Ask {
  /** Distinguishes several requests for a route. */
  readonly as?: string;
  /** ids for the parameters of the path, where they are not the usual ones */
  readonly path?: (things: Things) => Readonly<Record<string, string>>;
  /** for the parameter, in calls that are allowed */
  readonly fresh?: Readonly<Record<string, Fresh>>;
  readonly query?: (things: Things) => string;
  readonly body?: (things: Things) => unknown;
  /** what this call takes, where that is not what the route declares */
  readonly rule?: Partial<Rule>;
  /** Every user has access in this case. */
  readonly anybody?: true;
  /** The message of a 404 that only permitted users get: `there is no delivery`. */
  readonly misses?: string;
}

/** Requests by method and path, as in the route table. */
export type Asks = Readonly<Record<string, Ask | readonly Ask[]>>;

/** Requests without query or body, for the default objects. */
export const plainly = (...routes: readonly string[]): Asks => Object.fromEntries(routes.map((route) => [route, {}]));
