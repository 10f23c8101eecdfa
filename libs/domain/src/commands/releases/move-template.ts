import type { DecisionContext } from '../../decision/context.ts';
import { logRelease } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { rootFolderId } from '../../ids/id-kinds.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { isTemplate } from '../../model/status.ts';
import { neededToChange, needPermissions } from '../../people/needed-permissions.ts';
import { refusal } from '../../people/refusal.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface MoveTemplate {
  readonly type: 'moveTemplate';
  /** the id of the target folder */
  readonly folderId: string;
  /** Whether the teams of the template are merged into those of the target folder; otherwise they are deleted. */
  readonly mergePermissions?: boolean;
}

export const moveTemplate: CommandDefinition<MoveTemplate> = {
  permission: needPermissions('template#edit'),
  permissionRule: null,
  move: { folderId: ({ folderId }) => folderId, mergesTeams, requireAtTarget },
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: mergesTeams,
  ids: null,
  secrets: null,
  handle,
};

function mergesTeams({ mergePermissions }: MoveTemplate): boolean {
  return mergePermissions === true;
}

/**
 * Requires the permission to edit templates in the target folder, or to create templates in the root folder. Merging
 * teams also requires the permission to change the teams of the target. Throws Forbidden; NotVisible if the caller may
 * not view the folder.
 */
function requireAtTarget({ folderId, mergePermissions }: MoveTemplate, { callerAtTarget }: DecisionContext): void {
  const edit = folderId === rootFolderId ? neededToChange.newTemplate : neededToChange.template;
  const permission = [edit, ...(mergePermissions ? [neededToChange.folderTeams] : [])].find(
    (candidate) => !callerAtTarget?.may(candidate),
  );
  if (permission === undefined) return;
  throw refusal({ permission, kind: 'folder', id: folderId, mayView: callerAtTarget?.may('folder#view') ?? false });
}

/**
 * Moves a template to another folder (rest-operations.md, Folders). Nothing is logged if the template is already there.
 * Throws Conflict for a release.
 */
function handle(before: OutcomeDraft, { folderId }: MoveTemplate): OutcomeDraft {
  const { release } = before;
  if (!isTemplate(release.status)) throw new Conflict(message('release.notATemplate', { id: release.id }));
  if (release.folderId === folderId) return before;
  return logRelease(withRelease(before, { ...release, folderId }), 'TEMPLATE_MOVED', 'activity.releaseMoved');
}
