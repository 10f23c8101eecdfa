import { logRelease, type Turn } from '../decision/turn.ts';
import { abort } from '../ending/abort.ts';
import { Conflict } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { cannotRelease, requireOpen, requireRelease } from '../plans/guards.ts';
import { missingAtStart } from '../variables/variables.ts';
import { begin } from './start.ts';

/** Starts a planned release. Throws Conflict. */
export function startRelease(release: Release, turn: Turn): Release {
  requireOpen(release, 'start a release');
  if (release.status !== 'PLANNED') throw cannotRelease('start', release);
  const missing = missingAtStart(release.variables);
  if (missing.length > 0)
    throw new Conflict(`cannot start release '${release.id}': ${missing.join(', ')} has no value`);
  return begin(release, turn);
}

/** Aborts a release that is planned or runs. Throws Conflict. */
export function abortRelease(release: Release, comment: string | null | undefined, turn: Turn): Release {
  requireRelease(release, 'abort a release');
  return abort(release, comment ?? null, turn);
}

/** Lets a paused release go on. Throws Conflict. */
export function resumeRelease(release: Release, turn: Turn): Release {
  requireOpen(release, 'resume a release');
  if (release.status !== 'PAUSED') throw cannotRelease('resume', release);
  logRelease(turn, 'RELEASE_RESTARTED', release, 'Resumed');
  return { ...release, status: 'IN_PROGRESS' };
}
