import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logRelease } from '../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import type { ReleasePlanCommand } from '../decision/plan-commands.ts';
import { Conflict } from '../model/errors.ts';
import { mergeChanges } from '../model/passive.ts';
import { blankRelease, blankReleasePassive, type Release } from '../model/release.ts';
import { isActive, isTemplate } from '../model/status.ts';
import { passwordMask } from '../model/variable.ts';
import { requireRunAs } from '../people/run-as.ts';
import { resolveUsername } from '../people/user-names.ts';
import { pick, requireTitle } from './build.ts';
import { pickChanges } from './edit.ts';
import { requireOpen } from './guards.ts';
import { previousReleaseTexts } from './previous-texts.ts';
import { textAuthorOf } from './script-authors.ts';

/** What answers the commands on a release or template as a whole. */
export const releasePlanHandlers: CommandHandlers<ReleasePlanCommand['type']> = {
  updateRelease,
  deleteRelease,
  moveTemplate,
};

/** Changes the fields of a release or template; quiet when nothing differs. Throws Invalid, Conflict, Forbidden. */
function updateRelease(before: OutcomeDraft, { patch, proof }: CommandOf['updateRelease']): OutcomeDraft {
  const { release, context } = before;
  if (patch.title !== undefined) requireTitle('release', patch.title);
  const owner = patch.owner === undefined ? {} : { owner: resolveUsername(patch.owner, release.owner, context) };
  const fields = pickChanges<Release>(release, pick(blankRelease, { ...patch, ...owner }));
  const { scriptUserPassword, ...otherTexts } = pick(blankReleasePassive, patch);
  const keepsPassword = scriptUserPassword === undefined || scriptUserPassword === passwordMask;
  const passive = mergeChanges(release.passive, keepsPassword ? otherTexts : { ...otherTexts, scriptUserPassword });
  const { caller, scriptAuthor } = context;
  const { scriptUsername: scriptUser } = patch;
  const scriptTokenId = requireRunAs({ username: scriptUser, before: release, caller, scriptAuthor, proof });
  const isSameToken = scriptTokenId === release.scriptTokenId;
  if (Object.keys(fields).length === 0 && passive === release.passive && isSameToken) return before;
  requireOpen(release, 'update a release');
  const isSet = fields.scriptUsername !== undefined || !isSameToken || !keepsPassword;
  const scriptUserSetBy = isSet ? textAuthorOf(context) : release.scriptUserSetBy;
  const after = { ...release, ...fields, passive, scriptTokenId, scriptUserSetBy };
  const texts = keepsPassword ? otherTexts : { ...otherTexts, scriptUserPassword };
  const detail = changeDescription(
    context,
    { ...release, ...previousReleaseTexts(release, texts, context) },
    { ...fields, ...texts },
  );
  return logRelease(withRelease(before, after), 'RELEASE_UPDATED', 'Updated', detail);
}

/** Checks that a release or template may be deleted: not while it is active (states.md, Release). Throws Conflict. */
function deleteRelease(before: OutcomeDraft): OutcomeDraft {
  const { id, status } = before.release;
  if (isActive(status)) throw new Conflict(`cannot delete release '${id}' while it is ${status}: abort it first`);
  return before;
}

/** Moves a template to another folder; quiet when it is there (rest-operations.md, Folders). Throws Conflict for a release. */
function moveTemplate(before: OutcomeDraft, { folderId }: CommandOf['moveTemplate']): OutcomeDraft {
  const { release } = before;
  if (!isTemplate(release.status)) throw new Conflict(`cannot move '${release.id}': it is a release`);
  if (release.folderId === folderId) return before;
  return logRelease(withRelease(before, { ...release, folderId }), 'TEMPLATE_MOVED', 'Moved');
}
