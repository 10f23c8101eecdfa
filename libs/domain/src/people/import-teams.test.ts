import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { defaultTeams } from './default-teams.ts';
import { type ImportTarget, importTeams as importWithMessages, type TeamJson } from './import-teams.ts';
import { mergeTeams } from './merge-teams.ts';
import { roleMember, type Team, userMember } from './teams.ts';

/** Imports teams, and renders the warnings as texts. */
const importTeams = (...input: Parameters<typeof importWithMessages>) => {
  const { teams, warnings } = importWithMessages(...input);
  return { teams, warnings: warnings.map(textOf) };
};

const ann = userMember('Ann');
const testers = roleMember({ id: 'Role1', name: 'Testers' });
const newId = () => 'TeamNew';
const top: ImportTarget = {
  kind: 'top',
  people: { users: ['Ann'], roles: [{ id: 'Role1', name: 'Testers' }] },
  creator: userMember('amy'),
};
const rawTeams: readonly TeamJson[] = [
  { teamName: 'Release Admin', members: ['ANN', 'gone'], roles: ['TESTERS', 'lost'], permissions: ['release#view'] },
  { teamName: 'Others', members: [], roles: [], permissions: ['release#fly', 'folder#view'] },
];

describe('the teams in the JSON of a template', () => {
  test('are imported at the top level without unknown members and permissions, each with a warning', () => {
    const { teams, warnings } = importTeams(rawTeams, top, newId);
    expect(teams).toEqual([
      ...defaultTeams('plan', userMember('amy'), newId).slice(0, 2),
      { id: 'TeamNew', name: 'Release Admin', permissions: ['release#view'], members: [ann, testers] },
      { id: 'TeamNew', name: 'Others', permissions: ['folder#view'], members: [] },
    ]);
    expect(warnings).toEqual([
      "teams: user 'gone' was left out of team 'Release Admin': there is no such user",
      "teams: role 'lost' was left out of team 'Release Admin': there is no such role",
      "teams: permission 'release#fly' was left out of team 'Others': there is no such permission",
    ]);
  });

  test('are ignored in a folder', () => {
    expect(importTeams(rawTeams, { kind: 'folder' }, newId)).toEqual({
      teams: [],
      warnings: ['Release Admin', 'Others'].map(
        (name) => `teams: team '${name}' was left out: the teams of the folder apply`,
      ),
    });
  });

  test('must have unique names', () => {
    expect(() => importTeams([rawTeams[1]!, rawTeams[1]!], top, newId)).toThrow(
      "teams: a team named 'Others' already exists",
    );
  });
});

test('new teams have their creator as the only member, and the permissions for their scope', () => {
  const [templates, folders, releases] = defaultTeams('folder', ann, newId);
  expect([templates, folders, releases].map((team) => team?.members)).toEqual([[ann], [ann], [ann]]);
  expect(templates?.permissions).toEqual(expect.arrayContaining(['template#create_release', 'trigger#edit_trigger']));
  expect(templates?.permissions.filter((permission) => !/^(template|trigger)#/.test(permission))).toEqual([
    'folder#view',
  ]);
  expect(folders?.permissions.every((permission) => /^(folder|trigger|dashboard)#/.test(permission))).toBe(true);
  expect(releases?.permissions.filter((permission) => !/^(release|trigger)#/.test(permission))).toEqual([
    'folder#view',
  ]);
  const ofPlan = defaultTeams('plan', null, newId);
  expect(ofPlan.map(({ members }) => members)).toEqual([[], [], []]);
  expect(ofPlan[2]?.permissions).toEqual([...(releases?.permissions ?? []), 'template#view']);
});

test('merging teams adds members and permissions by name, and removes none', () => {
  const into: readonly Team[] = [
    { id: 'Team1', name: 'Both', permissions: ['release#view'], members: [ann] },
    { id: 'Team2', name: 'Here', permissions: [], members: [] },
  ];
  const own: readonly Team[] = [
    { id: 'Team3', name: 'There', permissions: ['release#edit'], members: [testers] },
    { id: 'Team4', name: 'Both', permissions: ['release#view', 'release#edit'], members: [userMember('ANN'), testers] },
  ];
  expect(mergeTeams(into, own, newId)).toEqual([
    { id: 'Team1', name: 'Both', permissions: ['release#view', 'release#edit'], members: [ann, testers] },
    { id: 'Team2', name: 'Here', permissions: [], members: [] },
    { id: 'TeamNew', name: 'There', permissions: ['release#edit'], members: [testers] },
  ]);
});
