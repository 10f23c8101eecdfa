import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globalPermissions, localPermissions, type Permission, permissions } from '../model/catalogs/permissions.ts';
import { callerAt, type PermissionHolder } from './permission-holder.ts';

const holder = (...rolePermissions: readonly string[]): PermissionHolder => ({
  username: 'amy',
  roles: ['Ops'],
  permissions: rolePermissions,
});
const team = (name: string, ...granted: readonly string[]) => ({ name, permissions: granted });
const mayOf = (
  rolePermissions: readonly string[],
  ...teams: readonly ReturnType<typeof team>[]
): readonly Permission[] => {
  const caller = callerAt(holder(...rolePermissions), teams);
  return permissions.filter((permission) => caller.may(permission));
};

describe('a caller on an object', () => {
  test('has exactly the permissions of their roles, and of their teams in its scope', () => {
    expect(mayOf(['template#create'], team('Build', 'release#view'), team('Ship', 'release#start'))).toEqual([
      'template#create',
      'release#view',
      'release#start',
    ]);
  });

  test('has the names of their roles and teams', () => {
    const caller = callerAt(holder(), [team('Build'), team('Ship')]);
    expect([caller.username, caller.roles, caller.teams]).toEqual(['amy', ['Ops'], ['Build', 'Ship']]);
  });

  test('has all permissions with the permission admin of a role', () => {
    expect(mayOf(['admin'])).toEqual(permissions);
  });

  test('gets no global permission from a team, no local permission from a role, and no unknown permission', () => {
    expect(mayOf(['release#edit', 'release#fly'], team('Build', 'admin', 'template#create', 'task#fly'))).toEqual([]);
  });
});

describe('a permission that includes others', () => {
  test('edit_task includes the permissions for each field and for transitions', () => {
    expect(mayOf([], team('Build', 'release#edit_task'))).toEqual([
      'release#edit_task',
      'release#edit_task_attachments',
      'release#edit_task_configuration_facet',
      'release#edit_task_dates',
      'release#edit_task_description',
      'release#edit_task_flag',
      'release#edit_task_input_output_properties',
      'release#edit_task_script',
      'release#edit_task_tags',
      'release#task_transition',
      'release#advance_task_transition',
    ]);
  });

  test('the older trigger permission includes both newer ones', () => {
    expect(mayOf([], team('Build', 'template#edit_triggers'))).toEqual([
      'template#edit_triggers',
      'trigger#view_trigger',
      'trigger#edit_trigger',
    ]);
  });
});

test('additional grants never remove a permission', () => {
  const some = fc.uniqueArray(fc.constantFrom<Permission>(...localPermissions));
  const few = fc.uniqueArray(fc.constantFrom<Permission>(...globalPermissions), { maxLength: 3 });
  fc.assert(
    fc.property(few, few, some, some, (rolePermissions, moreHeld, granted, more) => {
      const before = mayOf(rolePermissions, team('Build', ...granted));
      const after = new Set(mayOf([...rolePermissions, ...moreHeld], team('Build', ...granted), team('Ship', ...more)));
      expect(before.filter((permission) => !after.has(permission))).toEqual([]);
    }),
  );
});
