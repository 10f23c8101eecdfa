import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { callerAt } from '../people/permission-holder.ts';
import { authorRefusal as refusalMessage } from './author.ts';

const authorRefusal = (...input: Parameters<typeof refusalMessage>) => {
  const refusal = refusalMessage(...input);
  return refusal && textOf(refusal);
};

const callerWith = (...permissions: readonly Permission[]) =>
  callerAt({ username: 'ann', roles: [], permissions }, [{ name: 'Team', permissions }]);
const template = { id: 'Release1', folderId: 'Folder1' };
const ann = "the author of the trigger, 'ann',";
const refusalFor = (at: readonly Permission[], targetPermissions: readonly Permission[] = at, folderId = 'Folder1') =>
  authorRefusal(
    'ann',
    { atTemplate: callerWith(...at), callerAtTarget: callerWith(...targetPermissions) },
    template,
    folderId,
  );

test('a trigger can create releases while its author may create them manually', () => {
  expect(refusalFor(['template#create_release'])).toBe(null);
  expect(refusalFor(['release#create'])).toBe(null);
  const movePermissions: readonly Permission[] = ['template#view', 'template#create_release_other_folder'];
  expect(refusalFor(movePermissions, ['template#create_release'], 'Folder2')).toBe(null);
});

test('the refusal contains the missing permission, the author and the object', () => {
  const missingText = (permission: string, id: string) =>
    `${ann} cannot create its release: Permission ${permission} on APPLICATIONS on ${id} is not granted to you.`;
  expect(refusalFor(['template#view'])).toBe(missingText('template#create_release', 'Release1'));
  expect(refusalFor([])).toBe(`${ann} cannot create its release: there is no template 'Release1'`);
  expect(refusalFor(['release#create'], ['folder#view'], 'Folder2')).toBe(
    missingText('template#create_release', 'Folder2'),
  );
});

test('the refusal reports an author who cannot log in', () => {
  expect(authorRefusal('ann', null, template, 'Folder1')).toBe(`${ann} no longer exists or cannot log in`);
});
