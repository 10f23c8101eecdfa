import { globalPermissions, localPermissions, type Permission } from '@slipway/domain';
import { type Expected, expectedOf, isGlobal, type Relation, type Rule } from './rule.ts';

/** The location of the requested object: three folders, of which two are in one whose teams are also used. */
export const sites = ['own', 'inherits', 'cut'] as const;
export type Site = (typeof sites)[number];

/** The location of a caller's team: the folder `own`, the one above the other two, and an unrelated one. */
const teamPlaces = ['own', 'above', 'elsewhere'] as const;
export type TeamPlace = (typeof teamPlaces)[number];

/** A caller: two with equal members are the same user. */
export interface Asker {
  readonly name: string;
  /** by teams, there */
  readonly local?: { readonly at: TeamPlace; readonly permissions: readonly Permission[]; readonly byRole: boolean };
  /** by a role */
  readonly global?: readonly Permission[];
}

/** One question of the matrix. */
export interface Cell {
  readonly what: string;
  readonly asker: Asker;
  readonly site: Site;
  readonly expected: Expected;
}

/** Permissions that include others, defined here independent of the product. */
const implied = (held: readonly Permission[]): ReadonlySet<string> =>
  new Set(
    held.flatMap((each): readonly string[] => {
      if (each === 'template#edit_triggers') return [each, 'trigger#view_trigger', 'trigger#edit_trigger'];
      if (each !== 'release#edit_task') return [each];
      const parts = localPermissions.filter((one) => one.startsWith('release#edit_task_'));
      return [each, 'release#task_transition', 'release#advance_task_transition', ...parts];
    }),
  );

const place = (at: TeamPlace, held: readonly Permission[], byRole = false): Asker => {
  const local = held.filter((each) => !isGlobal(each));
  const global = held.filter(isGlobal);
  const name = `${at}${byRole ? ' by role' : ''} ${held.join(' ')}`;
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
export const nobody: Asker = { name: 'nobody' };
export const admin: Asker = { name: 'admin' };

/** All permissions except those of a rule, and those that include them. */
function allBut(rule: Rule): Asker {
  const wanted = new Set<string>(rule.anyOf);
  const rest = [...globalPermissions, ...localPermissions].filter(
    (each) => each !== 'admin' && ![...implied([each])].some((one) => wanted.has(one)),
  );
  return { ...place('own', rest), name: `all but ${rule.anyOf.join(' ')}` };
}

/** All callers for a rule, each with the expected result. */
export function cellsOf(rule: Rule): readonly Cell[] {
  const { also = [], sees } = rule;
  const held = new Set([...rule.anyOf, ...(sees === null ? [] : [sees])]);
  const cell = (
    what: string,
    asker: Asker,
    site: Site,
    held: readonly Permission[],
    relation: Relation = null,
  ): Cell => ({
    what,
    asker,
    site,
    expected: expectedOf(rule, implied(held), relation),
  });
  const lacking = allBut(rule);
  return [
    ...[...held].flatMap((permission) => {
      const all = [permission, ...also];
      const elsewhere = rule.anywhere ? all : all.filter(isGlobal);
      return [
        cell(`${permission} by a team there`, place('own', all), 'own', all),
        cell(`${permission} by a role in a team there`, place('own', all, true), 'own', all),
        cell(`${permission} inherited`, place('above', all), 'inherits', all),
        cell(`${permission} above a cut`, place('above', all), 'cut', elsewhere),
        cell(`${permission} elsewhere`, place('elsewhere', all), 'own', elsewhere),
      ];
    }),
    ...also.map((each) => {
      const rest = [...rule.anyOf.slice(0, 1), ...also].filter((one) => one !== each);
      return cell(`all but also ${each}`, place('own', rest), 'own', rest);
    }),
    cell('everything else', lacking, 'own', [...(lacking.local?.permissions ?? []), ...(lacking.global ?? [])]),
    ...relations.map(([relation, name]) => cell(relation, { name }, 'own', [], relation)),
    cell('nothing', nobody, 'own', []),
    { what: 'admin', asker: admin, site: 'own', expected: 'allowed' },
  ];
}
