import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { isActive } from '../../model/status.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface DeleteRelease {
  readonly type: 'deleteRelease';
}

export const deleteRelease: CommandDefinition<DeleteRelease> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/** Requires that a release or template can be deleted: it must not be active (states.md, Release). Throws Conflict. */
function handle(before: OutcomeDraft): OutcomeDraft {
  const { id, status } = before.release;
  if (isActive(status)) throw new Conflict(message('release.deleteActive', { id, status }));
  return before;
}
