import { expect, test } from 'vitest';
import { groupPermissions } from './permission-boxes.tsx';

test('permissions are grouped by area, in the order of the first permission of each area', () => {
  expect(groupPermissions(['admin', 'folder#view', 'release#view', 'folder#edit', 'login'])).toEqual([
    { area: 'everything', ids: ['admin', 'login'] },
    { area: 'folder', ids: ['folder#view', 'folder#edit'] },
    { area: 'release', ids: ['release#view'] },
  ]);
  expect(groupPermissions([])).toEqual([]);
});
