import { expect, test } from 'vitest';
import type { Permission } from '../model/permissions.ts';
import { callerAt } from '../people/rights.ts';
import { whyAuthorMayNot } from './author.ts';

const holding = (...permissions: readonly Permission[]) =>
  callerAt({ username: 'ann', roles: [], permissions }, [{ name: 'Team', permissions }]);
const template = { id: 'Release1', folderId: 'Folder1' };
const ann = "'ann', who has last saved or enabled the trigger,";
const why = (at: readonly Permission[], there: readonly Permission[] = at, folderId = 'Folder1') =>
  whyAuthorMayNot('ann', { atTemplate: holding(...at), there: holding(...there) }, template, folderId);

test('a trigger creates releases while its author may create them manually', () => {
  expect(why(['template#create_release'])).toBe(null);
  expect(why(['release#create'])).toBe(null);
  const taking: readonly Permission[] = ['template#view', 'template#create_release_other_folder'];
  expect(why(taking, ['template#create_release'], 'Folder2')).toBe(null);
});

test('and names the missing permission, its user and its object', () => {
  const lacks = (permission: string, id: string) =>
    `${ann} may not make its release: Permission ${permission} on APPLICATIONS on ${id} is not granted to you.`;
  expect(why(['template#view'])).toBe(lacks('template#create_release', 'Release1'));
  expect(why([])).toBe(`${ann} may not make its release: there is no template 'Release1'`);
  expect(why(['release#create'], ['folder#view'], 'Folder2')).toBe(lacks('template#create_release', 'Folder2'));
});

test('or that the user no longer exists', () => {
  expect(whyAuthorMayNot('ann', null, template, 'Folder1')).toBe(`${ann} is no user any more, or may not log in`);
});
