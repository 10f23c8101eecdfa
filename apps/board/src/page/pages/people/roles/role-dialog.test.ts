import { expect, test } from 'vitest';
import { conflictMessage, draftOf, newRole, toRoleBody } from './role-dialog.tsx';

const role = draftOf({
  id: 'Role1',
  name: 'Planners',
  permissions: ['template#create'],
  principals: [{ username: 'ann', fullname: 'Ann' }],
});

test('the request body of a role contains its permissions and members', () => {
  expect(toRoleBody(role)).toEqual({ permissions: ['template#create'], principals: [{ username: 'ann' }] });
  expect(toRoleBody(newRole)).toEqual({ permissions: [], principals: [] });
});

test('the conflict message lists concurrent changes of a role', () => {
  expect(conflictMessage(role, { ...role })).toBe(null);
  expect(conflictMessage(role, { ...role, permissions: ['reports#view'], principals: ['bob'] })).toBe(
    'Another user has changed this role: added member bob; removed member ann; added permission “View reports”; ' +
      'removed permission “Create top-level templates”. Nothing was saved; save again to overwrite.',
  );
});
