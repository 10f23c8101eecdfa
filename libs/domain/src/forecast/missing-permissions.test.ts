import { describe, expect, test } from 'vitest';
import { globalPermissions, localPermissions, type Permission } from '../model/catalogs/permissions.ts';
import { folderActions } from '../people/needed-permissions.ts';
import { callerAt } from '../people/permission-holder.ts';
import { plan } from '../testing.ts';
import { missingAccountPermissions, missingFolderPermissions, missingPlanPermissions } from './missing-permissions.ts';

const missingWithRoles = (...permissions: readonly Permission[]) =>
  missingAccountPermissions(callerAt({ username: 'bob', roles: [], permissions }, []).may);
const callerWith = (...permissions: readonly Permission[]) =>
  callerAt({ username: 'bob', roles: [], permissions }, [{ name: 'Ops', permissions }]);

describe('the permissions that the roles of a user do not include', () => {
  test('are those of all actions for a user without roles', () => {
    expect(missingWithRoles()).toEqual({
      createFolder: 'folder#create_top_level',
      createTemplate: 'template#create',
      createTrigger: 'template#create',
      changeConfigurations: 'admin',
      createRelease: 'template#create_release',
      changeUsers: 'security#edit',
      changeRoles: 'security#edit',
      changeBlackouts: 'global_calendar#edit_blackout',
      changeVariables: 'global_variables#edit',
      readAudit: 'audit#view',
      createReports: 'reports#view',
      changeRiskProfiles: 'risk_profile#edit',
      changeRiskThresholds: 'admin',
      changeInsightSettings: 'admin',
      createDashboard: 'dashboard#create',
      readConsistency: 'admin',
    });
  });

  test('exclude permissions that admin includes, and alternatives to a granted permission', () => {
    expect(missingWithRoles('admin')).toEqual({});
    expect(missingWithRoles(...globalPermissions.filter((permission) => permission !== 'admin'))).toEqual({
      changeConfigurations: 'admin',
      changeRiskThresholds: 'admin',
      changeInsightSettings: 'admin',
      readConsistency: 'admin',
    });
    expect(missingWithRoles('release#create')).not.toHaveProperty('createRelease');
    expect(missingWithRoles('audit#view')).not.toHaveProperty('createReports');
  });

  test('include permissions that only teams grant', () => {
    const missing = missingAccountPermissions((permission: Permission) => permission === 'template#create_release');
    expect(missing).toHaveProperty('createRelease', 'template#create_release');
  });
});

test.each([
  ['in a folder', 'Folder1', ['folder#edit', 'folder#edit', 'folder#edit_security', 'folder#edit_variables']],
  [
    'at the top',
    'Applications',
    ['folder#create_top_level', 'folder#edit', 'folder#edit_security', 'global_variables#edit'],
  ],
])(
  'the permissions that a caller lacks %s',
  (_, folderId, [createFolder, changeFolder, changeTeams, changeVariables]) => {
    const isAtTop = folderId === 'Applications';
    expect(missingFolderPermissions(callerWith('folder#view'), folderId, folderActions)).toEqual({
      ...{ createFolder, changeFolder, changeTeams, changeVariables },
      createTemplate: isAtTop ? 'template#create' : 'template#edit',
      createTrigger: isAtTop ? 'template#create' : 'trigger#edit_trigger',
      changeConfigurations: isAtTop ? 'admin' : 'folder#edit_configuration',
    });
    const all = callerWith(...globalPermissions, ...localPermissions);
    expect(missingFolderPermissions(all, folderId, folderActions)).toEqual({});
  },
);

test('only the requested actions in a folder are checked', () => {
  const caller = callerWith('folder#edit');
  expect(missingFolderPermissions(caller, 'Folder1', ['changeFolder', 'changeTeams'])).toEqual({
    changeTeams: 'folder#edit_security',
  });
});

describe('the permissions that a caller lacks', () => {
  const release = { ...plan('B: a>'), folderId: 'Folder1' };
  const template = { ...release, status: 'TEMPLATE' } as const;
  const templateAtTop = { ...template, folderId: 'Applications' };

  test('on a release', () => {
    expect(missingPlanPermissions(callerWith('release#view'), release)).toEqual({
      startRelease: 'release#start',
      resumeRelease: 'release#start',
      restartRelease: 'release#restart_phase',
      abortRelease: 'release#abort',
      updateRelease: 'release#edit',
      updateVariable: 'release#edit',
      attachToRelease: 'release#edit',
      changeDates: 'release#edit_task_dates',
    });
    expect(missingPlanPermissions(callerWith('release#restart_phase', 'release#edit'), release)).toEqual({
      startRelease: 'release#start',
      abortRelease: 'release#abort',
      changeDates: 'release#edit_task_dates',
    });
  });

  test('on a template', () => {
    const missing = {
      editTemplate: 'template#edit',
      lockTask: 'template#lock_task',
      createRelease: 'template#create_release',
      copyTemplate: 'template#edit',
      createTrigger: 'trigger#edit_trigger',
    };
    expect(missingPlanPermissions(callerWith('template#view'), template)).toEqual(missing);
    expect(missingPlanPermissions(callerWith('template#view'), templateAtTop)).toEqual({
      ...missing,
      copyTemplate: 'template#create',
      createTrigger: 'template#create',
    });
    expect(missingPlanPermissions(callerWith('template#edit', 'release#create'), template)).toEqual({
      lockTask: 'template#lock_task',
      createTrigger: 'trigger#edit_trigger',
    });
  });

  test('are empty with the permission admin', () => {
    for (const object of [release, template, templateAtTop])
      expect(missingPlanPermissions(callerWith('admin'), object)).toEqual({});
  });
});
