import { describe, expect, test } from 'vitest';
import { copyTemplate, createRelease, createTemplate } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { CreateReleaseRequest } from '../templates/templates.ts';
import { env } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const callerWith = (...permissions: readonly Permission[]): Caller => ({
  username: 'eli',
  roles: [],
  teams: [],
  may: (permission) => permissions.includes(permission),
});

/** Returns `done`, the missing permission and its object, or the refusal of an unknown id. */
function outcome(run: () => unknown): string {
  try {
    run();
    return 'done';
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const [, permission, id] = /Permission (\S+) on APPLICATIONS on (\S+) is not/.exec(thrown.message) ?? [];
    return permission === undefined ? thrown.message : `${permission} on ${id}`;
  }
}

const inFolder = plan('TEMPLATE Build: a.', { id: 'Releaset', folderId: 'Folder1' });
const atTop = { ...inFolder, folderId: rootFolderId };

describe('a template is created', () => {
  const making = (folderId: string, by: Caller) => outcome(() => createTemplate({ title: 'x' }, folderId, by, env()));

  test('with a global permission at the top level, and with the permission to edit templates in a folder', () => {
    expect(making(rootFolderId, callerWith('template#create'))).toBe('done');
    expect(making(rootFolderId, callerWith('template#edit'))).toBe('template#create on Applications');
    expect(making('Folder1', callerWith('template#edit'))).toBe('done');
    expect(making('Folder1', callerWith('template#create', 'folder#view'))).toBe('template#edit on Folder1');
    expect(making('Folder1', callerWith('template#create'))).toBe("there is no folder 'Folder1'");
  });

  test('as a copy with the permission to view the original too', () => {
    const order = { title: null, description: null };
    const copying = (by: Caller, from = inFolder) => outcome(() => copyTemplate(from, order, by, env()));
    expect(copying(callerWith('template#view', 'template#edit'))).toBe('done');
    expect(copying(callerWith('template#view', 'template#create'), atTop)).toBe('done');
    expect(copying(callerWith('template#edit'))).toBe("there is no template 'Releaset'");
    expect(copying(callerWith('template#view', 'folder#view'))).toBe('template#edit on Folder1');
    expect(copying(callerWith('template#view', 'template#edit'), atTop)).toBe('template#create on Applications');
  });
});

describe('a release is created from a template', () => {
  const order: CreateReleaseRequest = {
    releaseTitle: 'r',
    folderId: null,
    variables: {},
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: null,
  };
  const making = (
    by: Caller,
    overrides: Partial<CreateReleaseRequest> = {},
    callerAtTarget?: Caller,
    from = inFolder,
  ) => outcome(() => createRelease(from, { ...order, ...overrides }, by, env(), callerAtTarget));

  test('in the same folder with the permission for the template, or for all templates', () => {
    expect(making(callerWith('template#create_release'))).toBe('done');
    expect(making(callerWith('release#create'))).toBe('done');
    expect(making(callerWith('template#view', 'template#edit'))).toBe('template#create_release on Releaset');
    expect(making(callerWith())).toBe("there is no template 'Releaset'");
    expect(making(callerWith('template#create_release'), { folderId: 'Folder1' }, callerWith())).toBe('done');
  });

  test('in another folder with permissions in both folders', () => {
    const callerAtTarget = { folderId: 'Folder2' };
    const movingCaller = callerWith('template#view', 'template#create_release_other_folder');
    const receiving = callerWith('template#create_release');
    expect(making(movingCaller, callerAtTarget, receiving)).toBe('done');
    expect(making(callerWith('release#create'), callerAtTarget, receiving)).toBe('done');
    expect(making(callerWith('template#view', 'template#create_release'), callerAtTarget, receiving)).toBe(
      'template#create_release_other_folder on Releaset',
    );
    expect(making(callerWith('template#create_release_other_folder'), callerAtTarget, receiving)).toBe(
      "there is no template 'Releaset'",
    );
    expect(making(movingCaller, callerAtTarget, callerWith('folder#view'))).toBe('template#create_release on Folder2');
    expect(making(movingCaller, callerAtTarget, callerWith())).toBe("there is no folder 'Folder2'");
    expect(making(movingCaller, { folderId: rootFolderId }, receiving)).toBe('release#create on Applications');
  });

  test.each([{ startsNow: true }, { autoStart: true }])(
    'and started (%j) with the permission to start it too',
    (starting) => {
      expect(making(callerWith('template#create_release', 'release#start'), starting)).toBe('done');
      expect(making(callerWith('template#create_release', 'folder#view'), starting)).toBe('release#start on Folder1');
      const inOtherFolder = { ...starting, folderId: 'Folder2' };
      const movingCaller = callerWith('template#view', 'template#create_release_other_folder', 'release#start');
      expect(making(movingCaller, inOtherFolder, callerWith('template#create_release', 'folder#view'))).toBe(
        'release#start on Folder2',
      );
      expect(making(movingCaller, inOtherFolder, callerWith('template#create_release', 'release#start'))).toBe('done');
    },
  );

  test('and started at the top level if its creator becomes its owner', () => {
    const creator = callerWith('template#create_release', 'folder#view');
    const starting = { autoStart: true };
    expect(making(creator, starting, undefined, atTop)).toBe('done');
    expect(making(creator, { ...starting, releaseOwner: 'Eli' }, undefined, atTop)).toBe('done');
    expect(making(creator, { ...starting, releaseOwner: 'bob' }, undefined, atTop)).toBe(
      'release#start on Applications',
    );
  });

  test('by a trigger, which was checked when it was saved', () => {
    expect(making(callerWith(), { triggered: { title: 'Nightly', tags: [], literal: [] }, autoStart: true })).toBe(
      'done',
    );
  });
});
