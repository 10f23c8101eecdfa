import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { localPermissions, permissions } from '../model/catalogs/permissions.ts';
import { explainPermission, type ObjectFact, type PermissionFacts } from './explain-permission.ts';
import { callerAt } from './permission-holder.ts';

const role = (name: string, granted: readonly string[], group: string | null = null) => ({
  ...{ name, permissions: granted, group },
});
const team = (name: string, granted: readonly string[], byName = false, ...byRoles: readonly string[]) => ({
  ...{ name, permissions: granted, byName, byRoles },
});
const object = (fields: Partial<ObjectFact> = {}): ObjectFact => ({
  what: message('object.task', { object: { id: 'Task1', title: 'Deploy' } }),
  scope: message('object.folder', { object: { id: 'Folder1', title: 'Ops' } }),
  teams: [],
  ownsRelease: false,
  takesPart: false,
  ...fields,
});
const facts = (fields: Partial<PermissionFacts> = {}): PermissionFacts => ({
  username: 'ann',
  loginAllowed: true,
  roles: [],
  rolesGranting: [],
  object: null,
  ...fields,
});
const explained = (...[permission, overrides]: [Parameters<typeof explainPermission>[1], Partial<PermissionFacts>]) => {
  const { granted, reasons, ...explanation } = explainPermission('Ann', permission, facts(overrides));
  const sentence = textOf(explanation.message);
  return [
    granted,
    sentence,
    ...reasons.map((reason) => textOf(reason.message)).filter((permission) => permission !== sentence),
  ];
};

describe('the explanation of a global permission', () => {
  test.each<readonly [string, Partial<PermissionFacts>, readonly unknown[]]>([
    ['for an unknown user', { username: null }, [false, "there is no user 'Ann'"]],
    ['for a user who cannot log in', { loginAllowed: false }, [false, 'ann cannot log in and has no permissions']],
    ['for the user admin', { username: 'admin' }, [true, 'the user admin has all permissions']],
    [
      'for a user with a role that grants it',
      { roles: [role('Dev', ['reports#view']), role('Ops', ['audit#view'], 'ops')] },
      [
        true,
        "role 'Ops' includes the group 'ops' of ann, and grants audit#view",
        "role 'Dev' includes ann, and does not grant audit#view",
      ],
    ],
    [
      'for a user with all permissions',
      { roles: [role('Chiefs', ['admin'])] },
      [true, "role 'Chiefs' includes ann, and grants admin, which includes all permissions"],
    ],
    [
      'for a user without the permission',
      { rolesGranting: ['Auditors', 'Chiefs'] },
      [
        false,
        'ann lacks audit#view: none of their roles and teams grants it',
        "audit#view is granted by the roles 'Auditors', 'Chiefs'",
      ],
    ],
    ['for a permission of no role', {}, [false, 'ann lacks audit#view: none of their roles and teams grants it']],
    [
      'on an object, independent of its teams',
      { object: object({ teams: [team('T', ['audit#view'], true)] }) },
      [false, "ann lacks audit#view on task 'Deploy': none of their roles and teams grants it"],
    ],
  ])('%s', (_, overrides, expected) => {
    expect(explained('audit#view', overrides)).toEqual(expected);
  });
});

describe('the explanation of a local permission', () => {
  const scopeText = "task 'Deploy' uses the teams of folder 'Ops'";

  test('requires an object', () => {
    expect(() => explainPermission('ann', 'release#view', facts())).toThrow(
      'id: expected the id of an object, because teams grant release#view, not roles',
    );
  });

  test.each<readonly [string, Partial<PermissionFacts>, readonly unknown[]]>([
    [
      'for a member of a team with a permission that includes it',
      {
        object: object({
          teams: [team('Planners', ['release#edit_task'], false, 'Dev'), team('Readers', ['release#view'], true)],
        }),
      },
      [
        true,
        "team 'Planners' grants release#edit_task, which implies release#edit_task_tags, and includes the role 'Dev' of ann",
        scopeText,
        "team 'Readers' does not grant release#edit_task_tags, and includes ann",
      ],
    ],
    [
      'for a user without a team that grants it',
      {
        roles: [role('Dev', ['audit#view'])],
        object: object({ teams: [team('Planners', ['release#edit_task_tags']), team('Readers', ['release#view'])] }),
      },
      [
        false,
        "ann lacks release#edit_task_tags on task 'Deploy': none of their roles and teams grants it",
        scopeText,
        "team 'Planners' grants release#edit_task_tags, and does not include ann",
      ],
    ],
    [
      'on an object without teams',
      { object: object({ scope: null }) },
      [
        false,
        "ann lacks release#edit_task_tags on task 'Deploy': none of their roles and teams grants it",
        "no teams apply to task 'Deploy'",
      ],
    ],
    [
      'on an object with its own teams',
      { object: object({ scope: 'own' }) },
      [
        false,
        "ann lacks release#edit_task_tags on task 'Deploy': none of their roles and teams grants it",
        "task 'Deploy' has its own teams",
      ],
    ],
    [
      'for a user with all permissions',
      { roles: [role('Chiefs', ['admin'])], object: object() },
      [true, "role 'Chiefs' includes ann, and grants admin, which includes all permissions", scopeText],
    ],
  ])('%s', (_, overrides, expected) => {
    expect(explained('release#edit_task_tags', overrides)).toEqual(expected);
  });

  test.each([
    ['release#view', 'ann owns the release', { ownsRelease: true }],
    ['release#view', "ann owns task 'Deploy', or is in its team", { takesPart: true }],
    ['release#task_transition', "ann owns task 'Deploy', or is in its team", { takesPart: true }],
    ['release#task_transition', null, { ownsRelease: true }],
    ['release#edit', null, { takesPart: true, ownsRelease: true }],
  ] as const)('%s: %s', (permission, sentence, fields) => {
    const explanation = explainPermission('ann', permission, facts({ object: object(fields) }));
    expect([explanation.granted, explanation.granted ? textOf(explanation.message) : null]).toEqual([
      sentence !== null,
      sentence,
    ]);
  });
});

test('the explanation equals the check', () => {
  const some = fc.subarray([...permissions], { maxLength: 4 });
  const facets = fc.record({
    roles: fc.array(some, { maxLength: 3 }),
    teams: fc.array(fc.tuple(some, fc.boolean(), fc.boolean()), { maxLength: 4 }),
    permission: fc.constantFrom(...localPermissions, ...permissions),
  });
  fc.assert(
    fc.property(facets, ({ roles, teams, permission }) => {
      const granted = { username: 'ann', roles: [], permissions: roles.flat() };
      const mine = teams.filter(([, byName, byRole]) => byName || byRole);
      const caller = callerAt(
        granted,
        mine.map(([permission], index) => ({ name: `${index}`, permissions: permission })),
      );
      const explained = explainPermission('ann', permission, {
        ...facts({ roles: roles.map((permission, index) => role(`${index}`, permission)) }),
        object: object({
          teams: teams.map(([permission, byName, byRole], index) =>
            team(`${index}`, permission, byName, ...(byRole ? ['0'] : [])),
          ),
        }),
      });
      expect(explained.granted).toBe(caller.may(permission));
    }),
  );
});
