import { describe, expect, test } from 'vitest';
import { copyTemplate, createRelease, createTemplate } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Permission } from '../model/permissions.ts';
import type { CreateOrder } from '../templates/templates.ts';
import { env } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const holding = (...permissions: readonly Permission[]): Caller => ({
  username: 'eli',
  roles: [],
  teams: [],
  may: (permission) => permissions.includes(permission),
});

/** `done`, the missing permission and its object, or the refusal of an unknown id. */
function outcome(act: () => unknown): string {
  try {
    act();
    return 'done';
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const [, permission, id] = /Permission (\S+) on APPLICATIONS on (\S+) is not/.exec(thrown.message) ?? [];
    return permission === undefined ? thrown.message : `${permission} on ${id}`;
  }
}

const inFolder = plan('TEMPLATE Build: a.', { id: 'Releaset', folderId: 'Folder1' });
const atTop = { ...inFolder, folderId: rootFolderId };

describe('a template is made', () => {
  const making = (folderId: string, by: Caller) => outcome(() => createTemplate({ title: 'x' }, folderId, by, env()));

  test('at the top with a global right, in a folder by who edits templates there', () => {
    expect(making(rootFolderId, holding('template#create'))).toBe('done');
    expect(making(rootFolderId, holding('template#edit'))).toBe('template#create on Applications');
    expect(making('Folder1', holding('template#edit'))).toBe('done');
    expect(making('Folder1', holding('template#create', 'folder#view'))).toBe('template#edit on Folder1');
    expect(making('Folder1', holding('template#create'))).toBe("there is no folder 'Folder1'");
  });

  test('as a copy requires the permission to view the original too', () => {
    const order = { title: null, description: null };
    const copying = (by: Caller, from = inFolder) => outcome(() => copyTemplate(from, order, by, env()));
    expect(copying(holding('template#view', 'template#edit'))).toBe('done');
    expect(copying(holding('template#view', 'template#create'), atTop)).toBe('done');
    expect(copying(holding('template#edit'))).toBe("there is no template 'Releaset'");
    expect(copying(holding('template#view', 'folder#view'))).toBe('template#edit on Folder1');
    expect(copying(holding('template#view', 'template#edit'), atTop)).toBe('template#create on Applications');
  });
});

describe('a release is made from a template', () => {
  const order: CreateOrder = {
    releaseTitle: 'r',
    folderId: null,
    variables: {},
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: null,
  };
  const making = (by: Caller, asked: Partial<CreateOrder> = {}, there?: Caller, from = inFolder) =>
    outcome(() => createRelease(from, { ...order, ...asked }, by, env(), there));

  test('where that is, with the right to it on the template, or to all', () => {
    expect(making(holding('template#create_release'))).toBe('done');
    expect(making(holding('release#create'))).toBe('done');
    expect(making(holding('template#view', 'template#edit'))).toBe('template#create_release on Releaset');
    expect(making(holding())).toBe("there is no template 'Releaset'");
    expect(making(holding('template#create_release'), { folderId: 'Folder1' }, holding())).toBe('done');
  });

  test('in another folder with rights on both sides', () => {
    const there = { folderId: 'Folder2' };
    const taking = holding('template#view', 'template#create_release_other_folder');
    const receiving = holding('template#create_release');
    expect(making(taking, there, receiving)).toBe('done');
    expect(making(holding('release#create'), there, receiving)).toBe('done');
    expect(making(holding('template#view', 'template#create_release'), there, receiving)).toBe(
      'template#create_release_other_folder on Releaset',
    );
    expect(making(holding('template#create_release_other_folder'), there, receiving)).toBe(
      "there is no template 'Releaset'",
    );
    expect(making(taking, there, holding('folder#view'))).toBe('template#create_release on Folder2');
    expect(making(taking, there, holding())).toBe("there is no folder 'Folder2'");
    expect(making(taking, { folderId: rootFolderId }, receiving)).toBe('release#create on Applications');
  });

  test.each([{ startsNow: true }, { autoStart: true }])('and starts (%j) with the right to that, too', (starting) => {
    expect(making(holding('template#create_release', 'release#start'), starting)).toBe('done');
    expect(making(holding('template#create_release', 'folder#view'), starting)).toBe('release#start on Folder1');
    const elsewhere = { ...starting, folderId: 'Folder2' };
    const taking = holding('template#view', 'template#create_release_other_folder', 'release#start');
    expect(making(taking, elsewhere, holding('template#create_release', 'folder#view'))).toBe(
      'release#start on Folder2',
    );
    expect(making(taking, elsewhere, holding('template#create_release', 'release#start'))).toBe('done');
  });

  test('and starts at the top where it becomes their own', () => {
    const creator = holding('template#create_release', 'folder#view');
    const starting = { autoStart: true };
    expect(making(creator, starting, undefined, atTop)).toBe('done');
    expect(making(creator, { ...starting, releaseOwner: 'Eli' }, undefined, atTop)).toBe('done');
    expect(making(creator, { ...starting, releaseOwner: 'bob' }, undefined, atTop)).toBe(
      'release#start on Applications',
    );
  });

  test('by a trigger as that was allowed when it was saved', () => {
    expect(making(holding(), { triggered: { title: 'Nightly', tags: [], literal: [] }, autoStart: true })).toBe('done');
  });
});
