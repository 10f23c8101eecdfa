import type { Rest } from '../harness/rest/rest.ts';
import type { Rule } from './rule.ts';

/** What lies in one place: ids by what they are used for. */
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
 * How a route is asked. Whoever is allowed changes nothing that others ask about: the call has no effect in this state, or
 * only adds, or has a thing of its own.
 */
export interface Ask {
  /** what is told apart where a route is asked in several ways */
  readonly as?: string;
  /** ids for the parameters of the path, where they are not the usual ones */
  readonly path?: (things: Things) => Readonly<Record<string, string>>;
  /** for the parameter, in calls that are allowed */
  readonly fresh?: Readonly<Record<string, Fresh>>;
  readonly query?: (things: Things) => string;
  readonly body?: (things: Things) => unknown;
  /** what this call takes, where that is not what the route declares */
  readonly rule?: Partial<Rule>;
  /** nothing keeps anybody off in this case */
  readonly anybody?: true;
  /** words of a 404 that tells nothing but to who is allowed: `there is no delivery` */
  readonly misses?: string;
}

/** Asks by method and path, as the route table writes them. */
export type Asks = Readonly<Record<string, Ask | readonly Ask[]>>;

/** Routes that are asked without query or body, about the usual things. */
export const plainly = (...routes: readonly string[]): Asks => Object.fromEntries(routes.map((route) => [route, {}]));
