import { abort } from '../abort.ts';
import { pick, requireTitle } from '../build.ts';
import { Conflict } from '../errors.ts';
import type { ReleasePatch } from '../model/draft.ts';
import { changed } from '../model/passive.ts';
import { blankRelease, blankReleasePassive, type Release } from '../model/release.ts';
import { isActive, isFlowing } from '../model/status.ts';
import { type Restart, restart } from '../restart.ts';
import { requireRunAs } from '../run-as.ts';
import { begin } from '../start.ts';
import { logRelease, type Turn } from '../turn.ts';
import { missingAtStart, passwordMask } from '../variables.ts';
import { differing } from './edit.ts';
import { requireOpen, requireRelease } from './guards.ts';

const refuse = (verb: string, { id, status }: Release): Conflict =>
  new Conflict(`cannot ${verb} release '${id}' while it is ${status}`);

/** Starts a planned release. Throws Conflict. */
export function startRelease(release: Release, turn: Turn): Release {
  requireOpen(release, 'start a release');
  if (release.status !== 'PLANNED') throw refuse('start', release);
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
  if (release.status !== 'PAUSED') throw refuse('resume', release);
  logRelease(turn, 'RELEASE_RESTARTED', release, 'Resumed');
  return { ...release, status: 'IN_PROGRESS' };
}

/** Restarts a release that runs, has failed or is paused, from a phase (decisions.md, Flow). Throws Conflict, NotFound, Forbidden. */
export function restartRelease(release: Release, order: Restart, turn: Turn): Release {
  requireOpen(release, 'restart a release');
  if (!isFlowing(release.status) && release.status !== 'PAUSED') throw refuse('restart', release);
  return restart(release, order, turn);
}

/** Changes the fields of a release or template; quiet when nothing differs. Throws Invalid, Conflict, Forbidden. */
export function updateRelease(release: Release, patch: ReleasePatch, turn: Turn): Release {
  if (patch.title !== undefined) requireTitle('release', patch.title);
  const fields = differing<Release>(release, pick(blankRelease, patch));
  const { scriptUserPassword, ...others } = pick(blankReleasePassive, patch);
  const keeps = scriptUserPassword === undefined || scriptUserPassword === passwordMask;
  const passive = changed(release.passive, keeps ? others : { ...others, scriptUserPassword });
  if (Object.keys(fields).length === 0 && passive === release.passive) return release;
  requireOpen(release, 'update a release');
  requireRunAs(patch.scriptUsername, release.scriptUsername, turn.caller);
  const updated = { ...release, ...fields, passive };
  logRelease(turn, 'RELEASE_UPDATED', updated, 'Updated');
  return updated;
}

/** Says whether a release or template may be deleted: not while it is active (states.md, Release). Throws Conflict. */
export function deleteRelease(release: Release): Release {
  if (isActive(release.status))
    throw new Conflict(`cannot delete release '${release.id}' while it is ${release.status}: abort it first`);
  return release;
}

/** Moves a template to another folder; quiet when it is there (operations.md, Folders). Throws Conflict for a release. */
export function moveTemplate(template: Release, folderId: string, turn: Turn): Release {
  if (template.status !== 'TEMPLATE') throw new Conflict(`cannot move '${template.id}': it is a release`);
  if (template.folderId === folderId) return template;
  const moved = { ...template, folderId };
  logRelease(turn, 'TEMPLATE_MOVED', moved, 'Moved');
  return moved;
}
