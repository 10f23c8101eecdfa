import { changesInWords } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logRelease } from '../decision/log.ts';
import type { ReleasePlanCommand } from '../decision/plan-commands.ts';
import { type Progress, putRelease } from '../decision/progress.ts';
import { Conflict } from '../model/errors.ts';
import { changed } from '../model/passive.ts';
import { blankRelease, blankReleasePassive, type Release } from '../model/release.ts';
import { isActive, isTemplate } from '../model/status.ts';
import { passwordMask } from '../model/variable.ts';
import { requireRunAs } from '../people/run-as.ts';
import { userNamed } from '../people/user-names.ts';
import { pick, requireTitle } from './build.ts';
import { differing } from './edit.ts';
import { requireOpen } from './guards.ts';
import { textAuthorIn } from './script-authors.ts';
import { releaseTextsBefore } from './texts-before.ts';

/** What answers the commands on a release or template as a whole. */
export const releasePlanHandlers: CommandHandlers<ReleasePlanCommand['type']> = {
  updateRelease,
  deleteRelease,
  moveTemplate,
};

/** Changes the fields of a release or template; quiet when nothing differs. Throws Invalid, Conflict, Forbidden. */
function updateRelease(before: Progress, { patch, proof }: CommandOf['updateRelease']): Progress {
  const { release, context } = before;
  if (patch.title !== undefined) requireTitle('release', patch.title);
  const owner = patch.owner === undefined ? {} : { owner: userNamed(patch.owner, release.owner, context) };
  const fields = differing<Release>(release, pick(blankRelease, { ...patch, ...owner }));
  const { scriptUserPassword, ...others } = pick(blankReleasePassive, patch);
  const keeps = scriptUserPassword === undefined || scriptUserPassword === passwordMask;
  const passive = changed(release.passive, keeps ? others : { ...others, scriptUserPassword });
  const { caller, scriptAuthor } = context;
  const { scriptUsername: wanted } = patch;
  const scriptTokenId = requireRunAs({ wanted, before: release, caller, scriptAuthor, proof });
  const isSameToken = scriptTokenId === release.scriptTokenId;
  if (Object.keys(fields).length === 0 && passive === release.passive && isSameToken) return before;
  requireOpen(release, 'update a release');
  const isSet = fields.scriptUsername !== undefined || !isSameToken || !keeps;
  const scriptUserSetBy = isSet ? textAuthorIn(context) : release.scriptUserSetBy;
  const after = { ...release, ...fields, passive, scriptTokenId, scriptUserSetBy };
  const texts = keeps ? others : { ...others, scriptUserPassword };
  const detail = changesInWords(
    context,
    { ...release, ...releaseTextsBefore(release, texts, context) },
    { ...fields, ...texts },
  );
  return logRelease(putRelease(before, after), 'RELEASE_UPDATED', 'Updated', detail);
}

/** Checks that a release or template may be deleted: not while it is active (states.md, Release). Throws Conflict. */
function deleteRelease(before: Progress): Progress {
  const { id, status } = before.release;
  if (isActive(status)) throw new Conflict(`cannot delete release '${id}' while it is ${status}: abort it first`);
  return before;
}

/** Moves a template to another folder; quiet when it is there (rest-operations.md, Folders). Throws Conflict for a release. */
function moveTemplate(before: Progress, { folderId }: CommandOf['moveTemplate']): Progress {
  const { release } = before;
  if (!isTemplate(release.status)) throw new Conflict(`cannot move '${release.id}': it is a release`);
  if (release.folderId === folderId) return before;
  return logRelease(putRelease(before, { ...release, folderId }), 'TEMPLATE_MOVED', 'Moved');
}
