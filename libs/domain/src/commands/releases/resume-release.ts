import { logRelease } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { needPermissions } from '../../people/needed-permissions.ts';
import { releaseStateConflict, requireOpen } from '../../plans/guards.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface ResumeRelease {
  readonly type: 'resumeRelease';
}

export const resumeRelease: CommandDefinition<ResumeRelease> = {
  permission: needPermissions('release#start', 'release#restart_phase'),
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

/** Resumes a paused release. Throws Conflict. */
function handle(before: OutcomeDraft): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'resumeRelease');
  if (release.status !== 'PAUSED') throw releaseStateConflict('resume', release);
  return withRelease(logRelease(before, 'RELEASE_RESTARTED', 'activity.releaseResumed'), {
    ...release,
    status: 'IN_PROGRESS',
  });
}
