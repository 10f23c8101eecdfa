import { describeChanges } from '../../decision/describe-changes.ts';
import { logRelease } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import type { ReleasePatch, RunAsProof } from '../../model/draft.ts';
import { mergeChanges } from '../../model/passive.ts';
import { blankRelease, blankReleasePassive, type Release } from '../../model/release.ts';
import { passwordMask } from '../../model/variable.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { requireRunAs } from '../../people/run-as.ts';
import { resolveUsername } from '../../people/user-names.ts';
import { pick, requireTitle } from '../../plans/build.ts';
import { pickChanges } from '../../plans/edit.ts';
import { requireOpen } from '../../plans/guards.ts';
import { previousReleaseTexts } from '../../plans/previous-texts.ts';
import { textAuthorOf } from '../../plans/script-authors.ts';
import { sealRelease } from '../../variables/seal-drafts.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface UpdateRelease {
  readonly type: 'updateRelease';
  readonly patch: ReleasePatch;
  readonly proof?: RunAsProof | null;
}

export const updateRelease: EditDefinition<UpdateRelease> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: ({ patch }) => patch.scriptUsername !== undefined || patch.scriptUserPassword !== undefined,
  ids: null,
  secrets: {
    seal: (command, seal) => ({ ...command, patch: sealRelease(seal, command.patch) }),
    mapCreations: null,
  },
  inPlan: { ids: null, requireData: requireEditData, newPart: null },
  handle,
};

function requireEditData({ release, context }: OutcomeDraft, { patch }: UpdateRelease): void {
  resolveUsername(patch.owner ?? null, release.owner, context);
  previousReleaseTexts(release, pick(blankReleasePassive, patch), context);
}

/**
 * Changes the fields of a release or template. Without a difference, nothing is logged. Throws Invalid, Conflict,
 * Forbidden.
 */
function handle(before: OutcomeDraft, { patch, proof }: UpdateRelease): OutcomeDraft {
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
  requireOpen(release, 'updateRelease');
  const isSet = fields.scriptUsername !== undefined || !isSameToken || !keepsPassword;
  const scriptUserSetBy = isSet ? textAuthorOf(context) : release.scriptUserSetBy;
  const after = { ...release, ...fields, passive, scriptTokenId, scriptUserSetBy };
  const texts = keepsPassword ? otherTexts : { ...otherTexts, scriptUserPassword };
  const changes = describeChanges(
    context,
    { ...release, ...previousReleaseTexts(release, texts, context) },
    { ...fields, ...texts },
  );
  return logRelease(withRelease(before, after), 'RELEASE_UPDATED', (subject) =>
    message('activity.releaseUpdated', { ...subject, changes }),
  );
}
