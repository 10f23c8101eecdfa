import { expect, test } from 'vitest';
import { conflictMessage, draftOf, newRole, toRoleBody } from './role-dialog.tsx';

const role = draftOf({
  id: 'Role1',
  name: 'Planners',
  permissions: ['template#create'],
  principals: [{ username: 'ann', fullname: 'Ann' }],
});

test('a role is sent as REST takes it', () => {
  expect(toRoleBody(role)).toEqual({ permissions: ['template#create'], principals: [{ username: 'ann' }] });
  expect(toRoleBody(newRole)).toEqual({ permissions: [], principals: [] });
});

test('concurrent changes of a role are listed in words', () => {
  expect(conflictMessage(role, { ...role })).toBe(null);
  expect(conflictMessage(role, { ...role, permissions: ['reports#view'], principals: ['bob'] })).toBe(
    'Another user has changed this role: added member bob; removed member ann; added permission reports#view; ' +
      'removed permission template#create. Nothing was saved; save again to overwrite.',
  );
});
