import { expect, test } from 'vitest';
import { globalPermissions, localPermissions } from '../model/catalogs/permissions.ts';
import { defaultTeams } from '../people/default-teams.ts';
import { isWithoutFeature, presetNames, presetOf, rolePresets, teamPresets, withPreset } from './presets.ts';

const hasFeature = (permission: string): boolean => !isWithoutFeature(permission);

test('the administrators of a team have all local permissions that have an effect', () => {
  expect(teamPresets.administrator.toSorted()).toEqual(localPermissions.filter(hasFeature).toSorted());
  expect(rolePresets.administrator).toEqual(['admin']);
});

test('each preset of a team includes the one before, and no preset has a permission without effect', () => {
  for (const [index, name] of presetNames.entries()) {
    const before = teamPresets[presetNames[index - 1] ?? 'viewer'];
    expect(before.filter((permission) => !teamPresets[name].some((candidate) => candidate === permission))).toEqual([]);
    for (const presets of [teamPresets, rolePresets]) {
      expect(presets[name].filter(isWithoutFeature)).toEqual([]);
      expect(new Set(presets[name]).size).toBe(presets[name].length);
    }
  }
});

test('a folder owner has the permissions of the team Folder Owner, and a viewer only those to view', () => {
  const [team] = defaultTeams('folder', null, () => 'Team1').filter(({ name }) => name === 'Folder Owner');
  const granted: readonly string[] = teamPresets.folderOwner;
  expect(team?.permissions.filter(hasFeature).filter((permission) => !granted.includes(permission))).toEqual([]);
  expect(teamPresets.viewer.every((permission) => permission.includes('#view'))).toBe(true);
});

test.each([
  ['in another order', [...teamPresets.viewer].reverse(), 'viewer'],
  ['beside permissions without effect', [...teamPresets.contributor, 'group#view'], 'contributor'],
  ['with a repeated permission', [...teamPresets.viewer, 'folder#view'], 'viewer'],
  ['with one permission less', teamPresets.viewer.slice(1), null],
  ['with one permission more', [...teamPresets.viewer, 'folder#edit'], null],
  ['with an unknown permission', [...teamPresets.viewer, 'folder#fly'], null],
  ['without permissions', [], null],
])('the preset of a team %s', (_, selected, expected) => {
  expect(presetOf(teamPresets, selected)).toBe(expected);
});

test('a role without permissions is a viewer', () => {
  expect(presetOf(rolePresets, [])).toBe('viewer');
  expect(globalPermissions.filter((permission) => presetOf(rolePresets, [permission]) === 'administrator')).toEqual([
    'admin',
  ]);
});

test('a preset replaces the permissions, except for those without effect', () => {
  expect(withPreset(rolePresets, 'contributor', ['admin', 'environment#edit', 'login'])).toEqual([
    ...['template#create', 'environment#edit', 'login'],
  ]);
});
