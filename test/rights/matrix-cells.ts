import { globalPermissions, localPermissions, type Permission } from '@slipway/domain/model';
import { type ExpectedResult, expectedOf, isGlobal, type PermissionRule, type Relation } from './permission-rule.ts';

/**
 * The location of the requested object: one of three folders. Two of them are in a folder whose teams are also tested.
 */
export const sites = ['own', 'inherits', 'cut'] as const;
export type Site = (typeof sites)[number];

/** The location of a caller's team: the folder `own`, the parent of the other two folders, or an unrelated folder. */
const teamLocations = ['own', 'above', 'elsewhere'] as const;
export type TeamLocation = (typeof teamLocations)[number];

/** A caller. Two callers with equal members are the same user. */
export interface Caller {
  readonly name: string;
  /** permissions of teams, at the location */
  readonly local?: { readonly at: TeamLocation; readonly permissions: readonly Permission[]; readonly byRole: boolean };
  /** permissions of a role */
  readonly global?: readonly Permission[];
}

/** One cell of the matrix. */
export interface MatrixCell {
  readonly label: string;
  readonly caller: Caller;
  readonly site: Site;
  readonly expected: ExpectedResult;
}

/** Permissions that include other permissions, defined here independently of the product. */
const expandPermissions = (granted: readonly Permission[]): ReadonlySet<string> =>
  new Set(
    granted.flatMap((entry): readonly string[] => {
      if (entry === 'template#edit_triggers') return [entry, 'trigger#view_trigger', 'trigger#edit_trigger'];
      if (entry !== 'release#edit_task') return [entry];
      const parts = localPermissions.filter((candidate) => candidate.startsWith('release#edit_task_'));
      return [entry, 'release#task_transition', 'release#advance_task_transition', ...parts];
    }),
  );

const callerAt = (at: TeamLocation, granted: readonly Permission[], byRole = false): Caller => {
  const local = granted.filter((entry) => !isGlobal(entry));
  const global = granted.filter(isGlobal);
  const name = `${at}${byRole ? ' by role' : ''} ${granted.join(' ')}`;
  return {
    name,
    ...(local.length > 0 && { local: { at, permissions: local, byRole } }),
    ...(global.length > 0 && { global }),
  };
};

/** The relations of callers to the task and the release in the folder `own`. */
export const relations: readonly (readonly [Exclude<Relation, null>, string])[] = [
  ['owner of the task', 'task-owner'],
  ['member of its team', 'team-member'],
  ['owner of the release', 'release-owner'],
];
export const unprivileged: Caller = { name: 'nobody' };
export const admin: Caller = { name: 'admin' };

/** All permissions except those of a rule, and those that include them. */
function callerWithAllExcept(rule: PermissionRule): Caller {
  const excluded = new Set<string>(rule.anyOf);
  const rest = [...globalPermissions, ...localPermissions].filter(
    (entry) => entry !== 'admin' && ![...expandPermissions([entry])].some((candidate) => excluded.has(candidate)),
  );
  return { ...callerAt('own', rest), name: `all but ${rule.anyOf.join(' ')}` };
}

/** All callers for a rule, each with the expected result. */
export function cellsOf(rule: PermissionRule): readonly MatrixCell[] {
  const { also = [], sees } = rule;
  const granted = new Set([...rule.anyOf, ...(sees === null ? [] : [sees])]);
  const cell = (
    label: string,
    caller: Caller,
    site: Site,
    granted: readonly Permission[],
    relation: Relation = null,
  ): MatrixCell => ({
    label,
    caller,
    site,
    expected: expectedOf(rule, expandPermissions(granted), relation),
  });
  const allExceptCaller = callerWithAllExcept(rule);
  return [
    ...[...granted].flatMap((permission) => {
      const all = [permission, ...also];
      const elsewhere = rule.anywhere ? all : all.filter(isGlobal);
      return [
        cell(`${permission} by a team there`, callerAt('own', all), 'own', all),
        cell(`${permission} by a role in a team there`, callerAt('own', all, true), 'own', all),
        cell(`${permission} inherited`, callerAt('above', all), 'inherits', all),
        cell(`${permission} above a cut`, callerAt('above', all), 'cut', elsewhere),
        cell(`${permission} elsewhere`, callerAt('elsewhere', all), 'own', elsewhere),
      ];
    }),
    ...also.map((entry) => {
      const rest = [...rule.anyOf.slice(0, 1), ...also].filter((candidate) => candidate !== entry);
      return cell(`all but also ${entry}`, callerAt('own', rest), 'own', rest);
    }),
    cell('everything else', allExceptCaller, 'own', [
      ...(allExceptCaller.local?.permissions ?? []),
      ...(allExceptCaller.global ?? []),
    ]),
    ...relations.map(([relation, name]) => cell(relation, { name }, 'own', [], relation)),
    cell('nothing', unprivileged, 'own', []),
    { label: 'admin', caller: admin, site: 'own', expected: 'allowed' },
  ];
}
