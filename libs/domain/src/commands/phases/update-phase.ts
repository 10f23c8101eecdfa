import { describeChanges } from '../../decision/describe-changes.ts';
import { logPhase } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedPhase } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import type { PhasePatch } from '../../model/draft.ts';
import { mergeChanges } from '../../model/passive.ts';
import { blankPhase, blankPhasePassive, type Phase } from '../../model/phase.ts';
import { phaseOf } from '../../model/plan.ts';
import { isClosed } from '../../model/status.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { resolveUsername } from '../../people/user-names.ts';
import { pick, requireTitle } from '../../plans/build.ts';
import { pickChanges } from '../../plans/edit.ts';
import { requireOpen } from '../../plans/guards.ts';
import { phaseConflict } from '../../plans/phase-slots.ts';
import { previousPhaseTexts } from '../../plans/previous-texts.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface UpdatePhase {
  readonly type: 'updatePhase';
  readonly phaseId: string;
  readonly patch: PhasePatch;
}

export const updatePhase: EditDefinition<UpdatePhase> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: requireEditData, newPart: null },
  handle,
};

function requireEditData({ release, context }: OutcomeDraft, { phaseId, patch }: UpdatePhase): void {
  const phase = release.phases.find(({ id }) => id === phaseId);
  if (!phase) return;
  resolveUsername(patch.owner ?? null, phase.owner, context);
  previousPhaseTexts(phase, pick(blankPhasePassive, patch), context);
}

/**
 * Changes a phase that has not ended. Without a difference, nothing is logged. Throws Invalid, Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { phaseId, patch }: UpdatePhase): OutcomeDraft {
  const { release, context } = before;
  const { phase } = phaseOf(release, phaseId);
  if (patch.title !== undefined) requireTitle('phase', patch.title);
  const owner = patch.owner === undefined ? {} : { owner: resolveUsername(patch.owner, phase.owner, context) };
  const fields = pickChanges<Phase>(phase, pick(blankPhase, { ...patch, ...owner }));
  const texts = pick(blankPhasePassive, patch);
  const passive = mergeChanges(phase.passive, texts);
  if (Object.keys(fields).length === 0 && passive === phase.passive) return before;
  requireOpen(release, 'updatePhase');
  if (isClosed(phase.status)) throw phaseConflict('update', phase);
  const updated = { ...phase, ...fields, passive };
  const changes = describeChanges(
    context,
    { ...phase, ...previousPhaseTexts(phase, texts, context) },
    { ...fields, ...texts },
  );
  return withReplacedPhase(
    logPhase(before, 'PHASE_UPDATED', updated, (subject) => message('activity.phaseUpdated', { ...subject, changes })),
    updated,
  );
}
