import { describe, expect, test } from 'vitest';
import type { Caller } from '../../decision/inputs.ts';
import type { Permission } from '../../model/catalogs/permissions.ts';
import { decide, log } from '../../testing/inputs.ts';
import { plan } from '../../testing/notation.ts';
import { moveRelease } from './move-release.ts';

const callerWith = (...permissions: readonly Permission[]): Caller => ({
  username: 'eli',
  roles: [],
  teams: [],
  may: (permission) => permissions.includes(permission),
});
const editor = callerWith('release#view', 'release#edit');
const creator = callerWith('folder#view', 'template#create_release', 'release#edit');

const moved = (notation: string, caller: Caller, callerAtTarget: Caller | undefined, folderId = 'Folder2') => {
  try {
    const command = { type: 'moveRelease', folderId } as const;
    const outcome = decide(plan(notation), { kind: 'command', caller, callerAtTarget, command });
    return [outcome.release.folderId, log(outcome)];
  } catch (thrown) {
    return String(thrown);
  }
};

describe('a release is moved', () => {
  test.each(['PLANNED Build: a.', 'IN_PROGRESS Build: a>', 'FAILED Build: a!'])(
    'while it is unfinished: %s',
    (notation) => {
      expect(moved(notation, editor, creator)).toEqual(['Folder2', ['RELEASE_UPDATED 1']]);
    },
  );

  test('with the permissions to edit it, and to create and edit releases in the target folder', () => {
    const planned = 'PLANNED Build: a.';
    expect(moved(planned, callerWith('release#view'), creator)).toContain('Permission release#edit');
    expect(moved(planned, editor, callerWith('folder#view', 'release#edit'))).toContain(
      'Permission template#create_release on APPLICATIONS on Folder2',
    );
    expect(moved(planned, editor, callerWith('folder#view', 'template#create_release'))).toContain(
      'Permission release#edit on APPLICATIONS on Folder2',
    );
    expect(moved(planned, editor, callerWith('release#view'))).toContain('Permission template#create_release');
    expect(moved(planned, editor, callerWith())).toBe("NotFound: there is no folder 'Folder2'");
    expect(moved(planned, editor, undefined)).toBe("NotFound: there is no folder 'Folder2'");
  });

  test('to the top level with the permission to create releases there', () => {
    expect(moved('PLANNED Build: a.', editor, creator, 'Applications')).toContain('Permission release#create');
    expect(moved('PLANNED Build: a.', editor, callerWith('release#create'), 'Applications')).toEqual([
      'Applications',
      ['RELEASE_UPDATED 1'],
    ]);
  });

  test('not after its end, and not as a template', () => {
    expect(moved('COMPLETED Build: a+', editor, creator)).toMatch(/^Conflict: /);
    expect(moved('TEMPLATE Build: a.', callerWith('template#edit'), creator)).toMatch(/^Conflict: /);
  });
});

test('a move to the same folder changes nothing', () => {
  const same = plan('PLANNED Build: a.').folderId;
  expect(moved('PLANNED Build: a.', editor, creator, same)).toEqual([same, []]);
});

test('the move of a release does not merge its teams', () => {
  const command = { type: 'moveRelease', folderId: 'Folder2' } as const;
  expect([moveRelease.move?.folderId(command), moveRelease.move?.mergesTeams(command)]).toEqual(['Folder2', false]);
});
