import type { DecisionContext } from '../../decision/context.ts';
import { logRelease } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { rootFolderId } from '../../ids/id-kinds.ts';
import type { Permission } from '../../model/catalogs/permissions.ts';
import { neededToChange, neededToEdit } from '../../people/needed-permissions.ts';
import { refusal } from '../../people/refusal.ts';
import { requireRelease } from '../../plans/guards.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface MoveRelease {
  readonly type: 'moveRelease';
  /** the id of the target folder */
  readonly folderId: string;
}

export const moveRelease: CommandDefinition<MoveRelease> = {
  permission: neededToEdit,
  permissionRule: null,
  // A top-level release gets a copy of the teams of its folder, and loses its own teams in a folder.
  move: { folderId: ({ folderId }) => folderId, mergesTeams: () => false, requireAtTarget },
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

const neededToKnow: readonly Permission[] = ['folder#view', 'release#view'];

/**
 * Requires the permissions to create and edit releases in the target folder: its connections and variables are
 * available to the moved tasks. Throws Forbidden; NotVisible if the caller may not view the folder.
 */
function requireAtTarget({ folderId }: MoveRelease, { callerAtTarget }: DecisionContext): void {
  const needed: readonly Permission[] =
    folderId === rootFolderId ? [neededToChange.releaseOfAny] : [neededToChange.newRelease, 'release#edit'];
  const permission = needed.find((candidate) => !callerAtTarget?.may(candidate));
  if (permission === undefined) return;
  // The ids of visible releases contain the id of their folder.
  const mayView = neededToKnow.some((candidate) => callerAtTarget?.may(candidate));
  throw refusal({ permission, kind: 'folder', id: folderId, mayView });
}

/**
 * Moves an unfinished release to another folder. Nothing is logged if the release is already there. Throws Conflict for
 * a template and for a finished release.
 */
function handle(before: OutcomeDraft, { folderId }: MoveRelease): OutcomeDraft {
  const { release } = before;
  requireRelease(release, 'moveRelease');
  if (release.folderId === folderId) return before;
  return logRelease(withRelease(before, { ...release, folderId }), 'RELEASE_UPDATED', 'activity.releaseMoved');
}
