import { effect } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { alternative, loadPermissionNames, permissionReason, quotedPermissions } from './permission-reason.ts';

test('a reason loads the names of permissions on first use, and then contains them', async () => {
  // Another test file of this worker may have loaded the names.
  vi.resetModules();
  const fresh = await import('./permission-reason.ts');
  const reasons: (string | null)[] = [];
  const stop = effect(() => {
    reasons.push(fresh.permissionReason('release#edit_task'));
  });
  await fresh.loadPermissionNames();
  stop();
  expect(reasons).toEqual(['You need another permission.', 'You need the permission “Edit tasks”.']);
});

test('a reason names all permissions of which any one is sufficient, and is absent without a missing permission', async () => {
  await loadPermissionNames();
  expect([
    permissionReason(['template#create', 'template#edit'].join(alternative)),
    permissionReason('rocket#launch'),
    permissionReason(null),
    quotedPermissions('admin'),
  ]).toEqual([
    'You need the permission “Create top-level templates” or “Edit templates”.',
    'You need the permission “rocket#launch”.',
    null,
    '“Administrator”',
  ]);
});
