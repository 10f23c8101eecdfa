import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTeams } from './default-teams.ts';
import { type RequestedTeam, replaceFolderTeams, replaceTeams } from './requested-teams.ts';
import { isSystemTeam, roleMember, type Team, userMember } from './teams.ts';

/** Returns a generator of numbered ids. */
function ids(): () => string {
  let idCount = 0;
  return () => `TeamNew${++idCount}`;
}
const ann = userMember('Ann');
const testers = roleMember({ id: 'Role1', name: 'Testers' });
const present = (): readonly Team[] => [
  ...defaultTeams('folder', ann, ids()),
  { id: 'TeamA', name: 'Alpha', permissions: ['release#view'], members: [ann, testers] },
  { id: 'TeamB', name: 'Beta', permissions: ['folder#view'], members: [] },
];
const requested = (name: string, more: Partial<RequestedTeam> = {}): RequestedTeam => ({
  id: null,
  name,
  permissions: null,
  members: null,
  ...more,
});
const listed = (...list: readonly RequestedTeam[]) => replaceTeams(list, present(), () => 'TeamNew');
const customTeams = (teams: readonly Team[]) => teams.filter(({ name }) => !isSystemTeam(name));
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  }
  throw new Error('was not refused');
}

describe('a complete list of teams', () => {
  test('is matched by id, then by name, and keeps its absent members', () => {
    const renamed = requested('Gamma', { id: 'TeamA', members: [] });
    expect(customTeams(listed(renamed, requested('Beta', { permissions: ['release#edit', 'release#edit'] })))).toEqual([
      { id: 'TeamA', name: 'Gamma', permissions: ['release#view'], members: [] },
      { id: 'TeamB', name: 'Beta', permissions: ['release#edit'], members: [] },
    ]);
  });

  test('with only ids and names changes nothing', () => {
    const same = present().map(({ id, name }) => requested(name, { id }));
    expect(listed(...same)).toEqual(present());
  });

  test('creates new teams, and deletes missing ones', () => {
    const id = 'Teamwhatever';
    expect(customTeams(listed(requested('New', { id, members: [ann, userMember('ANN')] })))).toEqual([
      { id: 'TeamNew', name: 'New', permissions: [], members: [userMember('ANN')] },
    ]);
  });

  test('can exchange two names', () => {
    const swapped = customTeams(listed(requested('Beta', { id: 'TeamA' }), requested('Alpha', { id: 'TeamB' })));
    expect(swapped.map(({ id, name }) => [id, name])).toEqual([
      ['TeamA', 'Beta'],
      ['TeamB', 'Alpha'],
    ]);
  });

  test('uses the old name of a renamed team for a new team, and a duplicate id for its first team only', () => {
    const moved = customTeams(
      listed(requested('Beta', { id: 'TeamA' }), requested('Alpha'), requested('Copy', { id: 'TeamA' })),
    );
    expect(moved.map(({ id, name }) => [id, name])).toEqual([
      ['TeamA', 'Beta'],
      ['TeamNew', 'Alpha'],
      ['TeamNew', 'Copy'],
    ]);
  });

  test('without system teams keeps them unchanged, before all others', () => {
    expect(listed(requested('Beta')).map(({ name }) => name)).toEqual([
      'Template Owner',
      'Folder Owner',
      'Release Admin',
      'Beta',
    ]);
    expect(listed()).toEqual(defaultTeams('folder', ann, ids()));
  });

  test('can remove all members and permissions of a system team', () => {
    const [owner] = listed(requested('Template Owner', { permissions: [], members: [] })).filter(
      ({ name }) => name === 'Template Owner',
    );
    expect(owner).toEqual({ id: 'TeamNew1', name: 'Template Owner', permissions: [], members: [] });
  });

  test.each<[string, readonly RequestedTeam[], string]>([
    [
      'an unknown permission',
      [requested('Alpha'), requested('Beta', { permissions: ['release#fly\n'] })],
      "Invalid: 1.permissions: there is no permission 'release#fly?'",
    ],
    [
      'a global permission',
      [requested('Alpha', { permissions: ['release#view', 'security#edit'] })],
      'Invalid: 0.permissions: the permission security#edit is global: only roles can grant it, not teams',
    ],
    ['a duplicate name', [requested('New'), requested('New')], "Conflict: teams: a team named 'New' already exists"],
    [
      'the name of an omitted system team',
      [requested('Folder Owner', { id: 'TeamA' })],
      "Conflict: teams: a team named 'Folder Owner' already exists",
    ],
    [
      'a new name for a system team',
      [requested('Bosses', { id: 'TeamNew2' })],
      "Conflict: teams: the team 'Folder Owner' cannot be named 'Bosses': it is a system team",
    ],
  ])('is refused with %s', (_, list, reason) => {
    expect(refusalOf(() => listed(...list))).toBe(reason);
  });

  test('always results in all system teams, unique names and unique ids', () => {
    const name = fc.constantFrom('Template Owner', 'Folder Owner', 'Release Admin', 'Alpha', 'Beta', 'New');
    const id = fc.constantFrom(null, 'TeamNew1', 'TeamNew2', 'TeamNew3', 'TeamA', 'TeamB', 'TeamOther');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, id), { maxLength: 6 }), (pairs) => {
        let idCount = 0;
        let teams: readonly Team[];
        try {
          teams = replaceTeams(
            pairs.map(([name, id]) => requested(name, { id })),
            present(),
            () => `TeamMade${++idCount}`,
          );
        } catch {
          return;
        }
        expect(
          teams
            .filter((team) => isSystemTeam(team.name))
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(['TeamNew1', 'TeamNew2', 'TeamNew3']);
        for (const field of ['id', 'name'] as const)
          expect(new Set(teams.map((team) => team[field])).size).toBe(teams.length);
        for (const [name] of pairs) expect(teams.map((team) => team.name)).toContain(name);
      }),
    );
  });
});

describe('the teams of a folder', () => {
  const inherited = { existing: present(), inherits: true, isAtTop: false };

  test('are its own after the first list, as copies of the inherited teams with new ids', () => {
    const change = replaceFolderTeams([requested('Alpha', { id: 'TeamA' })], inherited, ids());
    expect(change).toEqual({
      kind: 'own',
      teams: [...defaultTeams('folder', ann, ids()), { ...present()[3], id: 'TeamNew4' }],
    });
  });

  test('keep their ids if they are its own', () => {
    const change = replaceFolderTeams([requested('Alpha')], { ...inherited, inherits: false }, ids());
    expect(change).toMatchObject({ kind: 'own', teams: [{}, {}, {}, { id: 'TeamA' }] });
  });

  test('are inherited again after an empty list; at the top level, the system teams remain', () => {
    for (const inherits of [true, false])
      expect(replaceFolderTeams([], { ...inherited, inherits }, ids())).toEqual({ kind: 'inherits' });
    const change = replaceFolderTeams([], { existing: present(), inherits: false, isAtTop: true }, ids());
    expect(change).toEqual({ kind: 'own', teams: defaultTeams('folder', ann, ids()) });
  });
});
