import { logRelease, type Turn } from '../decision/turn.ts';
import type { ReleasePatch } from '../model/draft.ts';
import { Conflict } from '../model/errors.ts';
import { changed } from '../model/passive.ts';
import { blankRelease, blankReleasePassive, type Release } from '../model/release.ts';
import { isActive } from '../model/status.ts';
import { passwordMask } from '../model/variable.ts';
import { pick, requireTitle } from './build.ts';
import { differing } from './edit.ts';
import { requireOpen } from './guards.ts';
import { requireRunAs } from './run-as.ts';

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
