import { logPhase } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { onPhaseWithGate } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { phaseOf, tasksIn } from '../../model/plan.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { mayEditLocked, requireOpen } from '../../plans/guards.ts';
import { phaseConflict } from '../../plans/phase-slots.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface DeletePhase {
  readonly type: 'deletePhase';
  readonly phaseId: string;
}

export const deletePhase: EditDefinition<DeletePhase> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onPhaseWithGate,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/** Deletes a phase that has not started. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { phaseId }: DeletePhase): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'deletePhase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw phaseConflict('delete', phase);
  const locked = [...tasksIn(phase.tasks)].find(({ definition }) => definition.locked);
  if (locked && !mayEditLocked(before))
    throw new Conflict(
      message('phase.lockedInside', { title: phase.title, id: phaseId, lockedTitle: locked.definition.title }),
    );
  const phases = release.phases.toSpliced(index, 1);
  return withRelease(logPhase(before, 'PHASE_DELETED', phase, 'activity.phaseDeleted'), { ...release, phases });
}
