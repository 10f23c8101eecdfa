import { expect, test } from 'vitest';
import { sharedCaller } from './shared-caller.ts';

const ann = { username: 'ann', roles: ['Builders'], permissions: ['reports#view'] };
const owners = { name: 'Owners', permissions: ['release#view', 'release#edit'] };

test('equal permissions at two objects are one caller object', () => {
  const there = sharedCaller(ann, [owners]);
  expect(sharedCaller({ ...ann }, [{ name: 'Owners', permissions: ['release#view', 'release#edit'] }])).toBe(there);
  expect([there.username, there.roles, there.teams]).toEqual(['ann', ['Builders'], ['Owners']]);
  expect([there.may('release#edit'), there.may('release#abort')]).toEqual([true, false]);
});

test.each([
  ['of another name', { ...ann, username: 'bob' }, [owners]],
  ['with other roles', { ...ann, roles: [] }, [owners]],
  ['with other permissions of roles', { ...ann, permissions: [] }, [owners]],
  ['of whom only roles count', { ...ann, isLimited: true as const }, [owners]],
  ['without the team', ann, []],
  ['with the team under another name', ann, [{ ...owners, name: 'Others' }]],
  ['with a team of other permissions', ann, [{ ...owners, permissions: ['release#view'] }]],
])('a user %s is another object', (_, holder, teams) => {
  const other = sharedCaller(holder, teams);
  expect(other).not.toBe(sharedCaller(ann, [owners]));
  expect(other.username).toBe(holder.username);
  expect(other.may('release#edit')).toBe(teams.some(({ permissions }) => permissions.includes('release#edit')));
});
