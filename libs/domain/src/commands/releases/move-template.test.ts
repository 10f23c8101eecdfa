import { describe, expect, test } from 'vitest';
import type { Caller } from '../../decision/inputs.ts';
import type { Permission } from '../../model/catalogs/permissions.ts';
import { decide } from '../../testing/inputs.ts';
import { plan } from '../../testing/notation.ts';
import type { Command } from '../registry.ts';
import { moveTemplate } from './move-template.ts';

const callerWith = (permissions: readonly Permission[]): Caller => ({
  username: 'eli',
  roles: [],
  teams: [],
  may: (permission) => permissions.includes(permission),
});

describe('a template is moved', () => {
  const template = plan('TEMPLATE Build: a.');
  const request: Command = { type: 'moveTemplate', folderId: 'Folder2' };
  const moving = (by: Caller, callerAtTarget: Caller | undefined, command: Command = request) => {
    try {
      return decide(template, { kind: 'command', caller: by, callerAtTarget, command }).release.folderId;
    } catch (thrown) {
      return String(thrown);
    }
  };

  test('with the permission to edit templates in both folders', () => {
    const editor = callerWith(['template#edit']);
    expect(moving(editor, editor)).toBe('Folder2');
    expect(moving(callerWith(['release#view', 'template#view']), editor)).toContain(
      'Permission template#edit on APPLICATIONS on Release1',
    );
    expect(moving(editor, callerWith(['folder#view']))).toContain(
      'Permission template#edit on APPLICATIONS on Folder2',
    );
    expect(moving(editor, callerWith([]))).toBe("NotFound: there is no folder 'Folder2'");
    expect(moving(editor, undefined)).toBe("NotFound: there is no folder 'Folder2'");
  });

  test('with its teams, if the caller may change the teams of the target folder', () => {
    const merging = { ...request, mergePermissions: true };
    const editor = callerWith(['template#edit', 'folder#view']);
    expect(moving(editor, editor, merging)).toContain('Permission folder#edit_security on APPLICATIONS on Folder2');
    expect(moving(editor, callerWith(['template#edit', 'folder#edit_security']), merging)).toBe('Folder2');
  });

  test('to the top level with the permission to create templates there', () => {
    const up = { ...request, folderId: 'Applications' };
    const editor = callerWith(['template#edit']);
    expect(moving(editor, editor, up)).toContain('Permission template#create on APPLICATIONS on Applications');
    expect(moving(editor, callerWith(['template#create']), up)).toBe('Applications');
  });
});

test('the move of a template names its target folder', () => {
  expect(moveTemplate.move?.folderId({ type: 'moveTemplate', folderId: 'Folder2' })).toBe('Folder2');
});
