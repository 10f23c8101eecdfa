import { expect, test } from 'vitest';
import { conflictMessage, copyAsOwn, describeChanges, teamOwnerId, withoutTeam, withTeam } from './team-draft.ts';

const team = (id: string, members: readonly string[] = [], permissions: readonly string[] = []) => ({
  ...{ id: `Applications/FolderA/${id}`, teamName: `Team ${id}`, permissions: [...permissions], systemTeam: false },
  members: members.map((name) => ({ name, type: 'PRINCIPAL' as const })),
});
const teamOne = team('1', ['ann'], ['folder#view']);
const teamTwo = team('2');

test('the owner of teams is their parent folder', () => {
  expect([teamOwnerId([teamOne, teamTwo]), teamOwnerId([])]).toEqual(['Applications/FolderA', null]);
});

test('the request body contains one edited team, omits a deleted team, or has only team names', () => {
  const named = { id: teamTwo.id, teamName: 'Team 2' };
  const role = { name: 'Ops', type: 'ROLE', roleId: 'Role1', fullName: 'x' } as const;
  expect(withTeam([teamOne, teamTwo], { ...teamOne, members: [role] })).toEqual([
    named,
    {
      id: teamOne.id,
      teamName: 'Team 1',
      members: [{ name: 'Ops', type: 'ROLE', roleId: 'Role1' }],
      permissions: ['folder#view'],
    },
  ]);
  const fresh = { id: null, teamName: 'New', members: [], permissions: [] };
  expect(withTeam([teamTwo], fresh)).toEqual([named, { teamName: 'New', members: [], permissions: [] }]);
  expect(withoutTeam([teamOne, teamTwo], teamOne.id)).toEqual([named]);
  expect(copyAsOwn([teamOne, teamTwo])).toEqual([{ teamName: 'Team 1' }, { teamName: 'Team 2' }]);
});

test('each concurrent change of teams has a description', () => {
  const renamed = { ...team('1', ['bob', 'ANN'], ['folder#edit']), teamName: 'Devs' };
  expect(describeChanges([teamOne, teamTwo], [renamed, team('3')])).toEqual([
    'added the team Team 3',
    'deleted the team Team 2',
    'renamed Team 1 to Devs',
    'added bob to Devs',
    'added the permission “Edit folders” to Devs',
    'removed the permission “View folders” from Devs',
  ]);
  expect(describeChanges([teamOne], [team('1', [], ['folder#view'])])).toEqual(['removed ann from Team 1']);
  expect(describeChanges([teamOne], [{ ...teamOne, id: 'Applications/Team1' }])).toEqual([
    'changed the inheritance of the teams',
  ]);
});

test('the conflict message lists the first changes, and the number of the other changes', () => {
  expect(conflictMessage([teamOne], [teamOne])).toBe(null);
  const crowd = team('1', ['ann', 'b', 'c', 'd', 'e', 'f', 'g'], ['folder#view']);
  expect(conflictMessage([teamOne], [crowd])).toBe(
    'Another user has changed the teams: added b to Team 1; added c to Team 1; added d to Team 1; added e to Team 1; ' +
      'added f to Team 1; +1 more. Nothing was saved; save again to overwrite.',
  );
});
