import { expect, test } from 'vitest';
import { memoizedCaller } from './create-person.ts';

const ann = { username: 'ann', roles: ['Builders'], permissions: ['reports#view'] };
const owners = { name: 'Owners', permissions: ['release#view', 'release#edit'] };

test('equal permissions at two objects use the same caller object', () => {
  const firstCaller = memoizedCaller(ann, [owners]);
  expect(memoizedCaller({ ...ann }, [{ name: 'Owners', permissions: ['release#view', 'release#edit'] }])).toBe(
    firstCaller,
  );
  expect([firstCaller.username, firstCaller.roles, firstCaller.teams]).toEqual(['ann', ['Builders'], ['Owners']]);
  expect([firstCaller.may('release#edit'), firstCaller.may('release#abort')]).toEqual([true, false]);
});

test.each([
  ['with another name', { ...ann, username: 'bob' }, [owners]],
  ['with other roles', { ...ann, roles: [] }, [owners]],
  ['with other permissions of roles', { ...ann, permissions: [] }, [owners]],
  ['with restricted permissions', { ...ann, isLimited: true as const }, [owners]],
  ['without the team', ann, []],
  ['with the team under another name', ann, [{ ...owners, name: 'Others' }]],
  ['with a team that has other permissions', ann, [{ ...owners, permissions: ['release#view'] }]],
])('a user %s uses another object', (_, holder, teams) => {
  const secondCaller = memoizedCaller(holder, teams);
  expect(secondCaller).not.toBe(memoizedCaller(ann, [owners]));
  expect(secondCaller.username).toBe(holder.username);
  expect(secondCaller.may('release#edit')).toBe(teams.some(({ permissions }) => permissions.includes('release#edit')));
});
