import { expect, test } from 'vitest';
import { groupPermissions } from './permission-boxes.tsx';

test('permissions stand by their areas, in the order in which these come first', () => {
  expect(groupPermissions(['admin', 'folder#view', 'release#view', 'folder#edit', 'login'])).toEqual([
    { area: 'everything', ids: ['admin', 'login'] },
    { area: 'folder', ids: ['folder#view', 'folder#edit'] },
    { area: 'release', ids: ['release#view'] },
  ]);
  expect(groupPermissions([])).toEqual([]);
});
