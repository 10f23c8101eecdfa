import { abort } from '../../completion/abort.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { needPermissions } from '../../people/needed-permissions.ts';
import { requireRelease } from '../../plans/guards.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface AbortRelease {
  readonly type: 'abortRelease';
  readonly abortComment?: string | null;
}

export const abortRelease: CommandDefinition<AbortRelease> = {
  permission: needPermissions('release#abort'),
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

/** Aborts a planned or active release. Throws Conflict. */
function handle(before: OutcomeDraft, { abortComment }: AbortRelease): OutcomeDraft {
  requireRelease(before.release, 'abortRelease');
  return abort(before, abortComment ?? null);
}
