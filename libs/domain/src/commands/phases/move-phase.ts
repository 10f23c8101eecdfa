import { logPhase } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { onPhaseWithGate } from '../../gates/guarded-parts.ts';
import { phaseOf } from '../../model/plan.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { requireOpen } from '../../plans/guards.ts';
import { phaseConflict, slotIn } from '../../plans/phase-slots.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface MovePhase {
  readonly type: 'movePhase';
  readonly phaseId: string;
  readonly position: number;
}

export const movePhase: EditDefinition<MovePhase> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: ({ phaseId }) => [phaseId],
  guard: onPhaseWithGate,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/** Moves a planned phase to another position. Throws Invalid, Conflict, NotFound. */
function handle(before: OutcomeDraft, { phaseId, position }: MovePhase): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'movePhase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw phaseConflict('move', phase);
  const others = release.phases.toSpliced(index, 1);
  const slot = slotIn(others, position);
  if (slot === index) return before;
  const phases = others.toSpliced(slot, 0, phase);
  return withRelease(logPhase(before, 'PHASE_MOVED', phase, 'activity.phaseMoved'), { ...release, phases });
}
