import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { teamsIn, unknownTeams, unknownTeamWarning } from './teams.ts';

test.each<[readonly string[] | null, readonly string[]]>([
  [null, []],
  [['Ops', 'Dev'], ['Gone']],
  [[], ['Ops', 'Gone']],
])('for a folder with the teams %j, the unknown teams of tasks are %j', (teams, unknown) => {
  const drafts = [{ team: 'Ops' }, { tasks: [{ team: 'Gone' }, { team: '' }, { team: null }] }, { team: 'Gone' }];
  expect(unknownTeams([...teamsIn(drafts), ' ', '${team}'], teams)).toEqual(unknown);
});

test('the warning contains the name of the team', () => {
  expect(textOf(unknownTeamWarning('Ops'))).toBe("a task is assigned to team 'Ops', which its folder does not have");
});
