import { expect, test } from 'vitest';
import { type ExistingPeople, type NamedMember, resolveTeams } from './resolve-teams.ts';
import { roleMember, userMember } from './teams.ts';

const testers = { id: 'Role1', name: 'Testers' };
/** A role whose name is the id of another role. */
const odd = { id: 'Role2', name: 'Role1' };
const people: ExistingPeople = { users: ['Ann'], roles: [testers, odd] };
const user = (name: string): NamedMember => ({ kind: 'user', roleId: null, name });
const role = (name: string, roleId: string | null = null): NamedMember => ({ kind: 'role', roleId, name });

function members(acceptsUnknown: boolean, ...named: readonly NamedMember[]) {
  const team = { id: null, name: 'Mine', permissions: null };
  try {
    return resolveTeams(
      [
        { ...team, members: null },
        { ...team, members: named },
      ],
      people,
      acceptsUnknown,
    ).map((team) => team.members);
  } catch (thrown) {
    return String(thrown);
  }
}

test('members are found by name case-insensitively, and absent members stay absent', () => {
  expect(members(false, user('ANN'), role('TESTERS'))).toEqual([null, [userMember('Ann'), roleMember(testers)]]);
});

test('a role is found by its id, also in the field for the name, and otherwise by its name', () => {
  const expectedMembers = [role('', 'Role1'), role('Role1'), role('other', 'Role2'), role('Testers', 'Role9')];
  const [testersMember, oddMember] = [roleMember(testers), roleMember(odd)];
  expect(members(false, ...expectedMembers)).toEqual([null, [testersMember, testersMember, oddMember, testersMember]]);
});

test.each<readonly [string, NamedMember, boolean, string]>([
  ['a user', user('gone'), false, "Invalid: 1.members.0: there is no user 'gone'"],
  ['a user with an empty name', user(''), true, "Invalid: 1.members.0: there is no user ''"],
  ['a role by name', role('gone'), true, "Invalid: 1.members.0: there is no role 'gone'"],
  ['a role by id', role('', 'Role9'), true, "Invalid: 1.members.0: there is no role 'Role9'"],
])('an unknown member is rejected: %s', (_, member, acceptsUnknown, message) => {
  expect(members(acceptsUnknown, member)).toBe(message);
});

test('a user who has not logged in yet is accepted with an external login', () => {
  expect(members(true, user('Una'), user('ann'))).toEqual([null, [userMember('Una'), userMember('Ann')]]);
});
