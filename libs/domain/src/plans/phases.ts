import { logPhase, type Turn } from '../decision/turn.ts';
import type { PhaseDraft, PhasePatch } from '../model/draft.ts';
import { Conflict, clip, Invalid } from '../model/errors.ts';
import { changed } from '../model/passive.ts';
import { blankPhase, blankPhasePassive, type Phase } from '../model/phase.ts';
import { mapTasks, phaseOf, tasksIn, withPhase } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed } from '../model/status.ts';
import { copyOfPhase, following, phaseFrom, pick, type Renamed, requireTitle } from './build.ts';
import { differing } from './edit.ts';
import { requireOpen } from './guards.ts';
import { requireSound } from './validate.ts';

const refuse = (verb: string, { title, id, status }: Phase): Conflict =>
  new Conflict(`cannot ${verb} phase '${clip(title)}' (${id}) while it is ${status}`);

/** Where a phase may go: not before one that the flow has reached. Throws Invalid, Conflict. */
function slotIn(phases: readonly Phase[], position: number): number {
  if (!Number.isInteger(position) || position < 0 || position > phases.length) {
    throw new Invalid(`position: expected a whole number from 0 to ${phases.length}, got ${position}`);
  }
  const reached = phases.findLastIndex(({ status }) => status !== 'PLANNED') + 1;
  if (position < reached)
    throw new Conflict(`cannot put a phase at position ${position}: the first free position is ${reached}`);
  return position;
}

/** Adds a phase, at the end unless a position is given. Throws Invalid, Conflict. */
export function addPhase(
  release: Release,
  draft: PhaseDraft,
  position: number | null | undefined,
  turn: Turn,
): Release {
  requireOpen(release, 'add a phase');
  const slot = slotIn(release.phases, position ?? release.phases.length);
  const phase = phaseFrom(draft, turn.env);
  logPhase(turn, 'PHASE_CREATED', phase, 'Created');
  return requireSound({ ...release, phases: release.phases.toSpliced(slot, 0, phase) });
}

/** Changes a phase that is not over; quiet when nothing differs. Throws Invalid, Conflict, NotFound. */
export function updatePhase(release: Release, phaseId: string, patch: PhasePatch, turn: Turn): Release {
  const { phase } = phaseOf(release, phaseId);
  if (patch.title !== undefined) requireTitle('phase', patch.title);
  const fields = differing<Phase>(phase, pick(blankPhase, patch));
  const passive = changed(phase.passive, pick(blankPhasePassive, patch));
  if (Object.keys(fields).length === 0 && passive === phase.passive) return release;
  requireOpen(release, 'update a phase');
  if (isClosed(phase.status)) throw refuse('update', phase);
  const updated = { ...phase, ...fields, passive };
  logPhase(turn, 'PHASE_UPDATED', updated, 'Updated');
  return withPhase(release, updated);
}

/**
 * Puts a planned copy of a phase at a position next to a planned or running one; a completed phase
 * cannot be copied (rest-api.md, section Phase transitions). Throws Invalid, Conflict, NotFound.
 */
export function copyPhase(release: Release, phaseId: string, targetPosition: number, turn: Turn): Release {
  requireOpen(release, 'copy a phase');
  const { phase } = phaseOf(release, phaseId);
  if (phase.status === 'COMPLETED') throw refuse('copy', phase);
  const slot = slotIn(release.phases, targetPosition);
  const neighbours = [release.phases[slot - 1], release.phases[slot]];
  if (!neighbours.some((neighbour) => neighbour && !isClosed(neighbour.status))) {
    throw new Conflict(
      `cannot copy phase '${clip(phase.title)}' to position ${slot}: it is not next to a planned or running phase`,
    );
  }
  const renamed: Renamed = new Map();
  const copy = copyOfPhase(phase, turn.env, renamed, false);
  const tasks = mapTasks(copy.tasks, (task) => following(task, renamed));
  const titled = { ...copy, tasks, title: `${phase.title} (copy)` };
  logPhase(turn, 'PHASE_COPIED', titled, 'Created by copying');
  return requireSound({ ...release, phases: release.phases.toSpliced(slot, 0, titled) });
}

/** Moves a planned phase to another position. Throws Invalid, Conflict, NotFound. */
export function movePhase(release: Release, phaseId: string, position: number, turn: Turn): Release {
  requireOpen(release, 'move a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw refuse('move', phase);
  const others = release.phases.toSpliced(index, 1);
  const slot = slotIn(others, position);
  if (slot === index) return release;
  logPhase(turn, 'PHASE_MOVED', phase, 'Moved');
  return { ...release, phases: others.toSpliced(slot, 0, phase) };
}

/** Deletes a phase that the flow has not reached. Throws Conflict, NotFound. */
export function deletePhase(release: Release, phaseId: string, turn: Turn): Release {
  requireOpen(release, 'delete a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw refuse('delete', phase);
  const locked = [...tasksIn(phase.tasks)].find(({ definition }) => definition.locked);
  if (locked)
    throw new Conflict(
      `cannot delete phase '${clip(phase.title)}' (${phaseId}): '${clip(locked.definition.title)}' in it is locked`,
    );
  logPhase(turn, 'PHASE_DELETED', phase, 'Deleted');
  return { ...release, phases: release.phases.toSpliced(index, 1) };
}
