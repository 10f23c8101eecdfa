import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { validateUnlessPlanEdit } from './validate.ts';

/** Returns the error for an action that the status of the phase does not allow. */
export const phaseConflict = (verb: 'update' | 'copy' | 'delete' | 'move', { title, id, status }: Phase): Conflict =>
  new Conflict(message('phase.wrongStatus', { verb: message(`verb.${verb}`), title, id, status }));

/** Returns the position for a phase. It cannot precede a phase that the flow has reached. Throws Invalid, Conflict. */
export function slotIn(phases: readonly Phase[], position: number): number {
  if (!Number.isInteger(position) || position < 0 || position > phases.length) {
    throw new Invalid(message('field.position', { max: phases.length, number: position, field: 'position' }));
  }
  const reached = phases.findLastIndex(({ status }) => status !== 'PLANNED') + 1;
  if (position < reached) throw new Conflict(message('position.taken', { position, first: reached }));
  return position;
}

/** Returns the plan with a phase added at this position. Throws Conflict, Invalid. */
export function insertPhase(before: OutcomeDraft, slot: number, phase: Phase): OutcomeDraft {
  const { release, context } = before;
  const after = { ...release, phases: release.phases.toSpliced(slot, 0, phase) };
  return withRelease(before, validateUnlessPlanEdit(after, context));
}
