import { abort } from '../completion/abort.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { ReleaseTransition } from '../decision/inputs.ts';
import { logRelease } from '../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { Conflict } from '../model/errors.ts';
import { releaseStateConflict, requireOpen, requireRelease } from '../plans/guards.ts';
import { missingAtStart } from '../variables/values.ts';
import { requireRunAsToStart } from './require-run-as.ts';
import { start } from './start.ts';

/** What answers the commands that take a release further. */
export const releaseTransitions: CommandHandlers<ReleaseTransition['type']> = {
  startRelease,
  abortRelease,
  resumeRelease,
};

/** Starts a planned release. Throws Conflict, Invalid. */
function startRelease(before: OutcomeDraft): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'start a release');
  if (release.status !== 'PLANNED') throw releaseStateConflict('start', release);
  const missing = missingAtStart(release.variables);
  if (missing.length > 0)
    throw new Conflict(`cannot start release '${release.id}': ${missing.join(', ')} has no value`);
  requireRunAsToStart(release);
  return start(before);
}

/** Aborts a release that is planned or runs. Throws Conflict. */
function abortRelease(before: OutcomeDraft, { abortComment }: CommandOf['abortRelease']): OutcomeDraft {
  requireRelease(before.release, 'abort a release');
  return abort(before, abortComment ?? null);
}

/** Resumes a paused release. Throws Conflict. */
function resumeRelease(before: OutcomeDraft): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'resume a release');
  if (release.status !== 'PAUSED') throw releaseStateConflict('resume', release);
  return withRelease(logRelease(before, 'RELEASE_RESTARTED', 'Resumed'), { ...release, status: 'IN_PROGRESS' });
}
