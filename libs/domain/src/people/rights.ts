import type { Caller } from '../decision/inputs.ts';
import { globalPermissions, localPermissions, type Permission, permissions } from '../model/permissions.ts';

/** A team that somebody is in, at one place. */
export interface TeamGrant {
  readonly name: string;
  /** ids of local permissions; all others grant nothing */
  readonly permissions: readonly string[];
}

/** Who somebody is wherever they ask. */
export interface Holder {
  readonly username: string;
  /** names of the roles that they have */
  readonly roles: readonly string[];
  /** ids of the global permissions of these roles; all others grant nothing */
  readonly permissions: readonly string[];
  /** that is all: what somebody owns or takes part in does not count */
  readonly isLimited?: true;
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const isLocal: ReadonlySet<string> = new Set(localPermissions);

/** What a permission brings along, which older exports do not list beside it (people.md, section 1). */
const implied: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'release#edit_task',
    [
      ...localPermissions.filter((each) => each.startsWith('release#edit_task_')),
      'release#task_transition',
      'release#advance_task_transition',
    ],
  ],
  ['template#edit_triggers', ['trigger#view_trigger', 'trigger#edit_trigger']],
]);

/** A permission, and all that bring it along. */
export const bringing = (permission: Permission): readonly Permission[] =>
  permissions.filter((each) => withImplied(each).includes(permission));

const withImplied = (permission: string): readonly string[] => [permission, ...(implied.get(permission) ?? [])];

/**
 * Somebody at a place: what roles grant everywhere, and what the teams that they are in grant there (people.md, Finding a
 * permission). `admin` grants everything.
 */
export function callerAt({ username, roles, permissions, isLimited }: Holder, teams: readonly TeamGrant[]): Caller {
  const local = teams.flatMap((team) => team.permissions).filter((each) => isLocal.has(each));
  const granted = new Set([...permissions.filter((each) => isGlobal.has(each)), ...local.flatMap(withImplied)]);
  const mayAll = granted.has('admin');
  return {
    username,
    roles,
    teams: teams.map(({ name }) => name),
    ...(isLimited && { isLimited }),
    may: (permission) => mayAll || granted.has(permission),
  };
}
