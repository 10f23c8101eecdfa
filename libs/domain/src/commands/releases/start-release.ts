import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { requireRunAsToStart } from '../../flow/require-run-as.ts';
import { start } from '../../flow/start.ts';
import { message, plainText } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { needPermissions } from '../../people/needed-permissions.ts';
import { releaseStateConflict, requireOpen } from '../../plans/guards.ts';
import { missingAtStart } from '../../variables/values.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface StartRelease {
  readonly type: 'startRelease';
}

export const startRelease: CommandDefinition<StartRelease> = {
  permission: needPermissions('release#start'),
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'start',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/** Starts a planned release. Throws Conflict, Invalid. */
function handle(before: OutcomeDraft): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'startRelease');
  if (release.status !== 'PLANNED') throw releaseStateConflict('start', release);
  const missing = missingAtStart(release.variables);
  if (missing.length > 0)
    throw new Conflict(message('release.missingValues', { releaseId: release.id, variables: missing.map(plainText) }));
  requireRunAsToStart(release);
  return start(before);
}
