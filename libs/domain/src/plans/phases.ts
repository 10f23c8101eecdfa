import { changesInWords } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logPhase } from '../decision/log.ts';
import type { PhaseCommand } from '../decision/plan-commands.ts';
import { type Progress, putPhase, putRelease } from '../decision/progress.ts';
import { Conflict, clip, Invalid } from '../model/errors.ts';
import { changed } from '../model/passive.ts';
import { blankPhase, blankPhasePassive, type Phase } from '../model/phase.ts';
import { mapTasks, phaseOf, tasksIn } from '../model/plan.ts';
import { isClosed } from '../model/status.ts';
import { requireKnownTeams } from '../people/teams.ts';
import { userNamed, withKnownOwners } from '../people/user-names.ts';
import { chosenIds, copyOfPhase, phaseFrom, pick, requireTitle, retargeted } from './build.ts';
import { differing } from './edit.ts';
import { mayEditLocked, requireOpen } from './guards.ts';
import { textAuthorIn } from './script-authors.ts';
import { phaseTextsBefore } from './texts-before.ts';
import { validateUnlessOneOfMany } from './validate.ts';

export const phaseHandlers: CommandHandlers<PhaseCommand['type']> = {
  addPhase,
  updatePhase,
  copyPhase,
  movePhase,
  deletePhase,
};

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

function insert(before: Progress, slot: number, phase: Phase): Progress {
  const { release, context } = before;
  const after = { ...release, phases: release.phases.toSpliced(slot, 0, phase) };
  return putRelease(before, validateUnlessOneOfMany(after, context));
}

/** Adds a phase, at the end unless a position is given. Throws Invalid, Conflict. */
function addPhase(before: Progress, { phase: draft, position }: CommandOf['addPhase']): Progress {
  const { release, context } = before;
  requireOpen(release, 'add a phase');
  const slot = slotIn(release.phases, position ?? release.phases.length);
  requireKnownTeams(draft.tasks ?? [], release, context);
  const tasks = withKnownOwners(draft.tasks ?? [], context);
  const owner = draft.owner === undefined ? {} : { owner: userNamed(draft.owner, null, context) };
  const phase = phaseFrom({ ...draft, ...owner, tasks }, context.env, textAuthorIn(context));
  return insert(logPhase(before, 'PHASE_CREATED', phase, 'Created'), slot, phase);
}

/** Changes a phase that is not over; quiet when nothing differs. Throws Invalid, Conflict, NotFound. */
function updatePhase(before: Progress, { phaseId, patch }: CommandOf['updatePhase']): Progress {
  const { release, context } = before;
  const { phase } = phaseOf(release, phaseId);
  if (patch.title !== undefined) requireTitle('phase', patch.title);
  const owner = patch.owner === undefined ? {} : { owner: userNamed(patch.owner, phase.owner, context) };
  const fields = differing<Phase>(phase, pick(blankPhase, { ...patch, ...owner }));
  const texts = pick(blankPhasePassive, patch);
  const passive = changed(phase.passive, texts);
  if (Object.keys(fields).length === 0 && passive === phase.passive) return before;
  requireOpen(release, 'update a phase');
  if (isClosed(phase.status)) throw refuse('update', phase);
  const updated = { ...phase, ...fields, passive };
  const detail = changesInWords(
    context,
    { ...phase, ...phaseTextsBefore(phase, texts, context) },
    { ...fields, ...texts },
  );
  return putPhase(logPhase(before, 'PHASE_UPDATED', updated, 'Updated', detail), updated);
}

/**
 * Puts a planned copy of a phase at a position next to a planned or running one; a completed phase
 * cannot be copied (rest-api.md, section Phase transitions). Throws Invalid, Conflict, NotFound.
 */
function copyPhase(before: Progress, { phaseId, targetPosition, ids = {} }: CommandOf['copyPhase']): Progress {
  const { release, context } = before;
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
  const newIds = chosenIds(ids, [phase, ...tasksIn(phase.tasks)]);
  const copy = copyOfPhase(phase, context.env, newIds, false);
  const tasks = mapTasks(copy.tasks, (task) => retargeted(task, newIds));
  const titled = { ...copy, tasks, title: `${phase.title} (copy)` };
  return insert(logPhase(before, 'PHASE_COPIED', titled, 'Created by copying'), slot, titled);
}

/** Moves a planned phase to another position. Throws Invalid, Conflict, NotFound. */
function movePhase(before: Progress, { phaseId, position }: CommandOf['movePhase']): Progress {
  const { release } = before;
  requireOpen(release, 'move a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw refuse('move', phase);
  const others = release.phases.toSpliced(index, 1);
  const slot = slotIn(others, position);
  if (slot === index) return before;
  const phases = others.toSpliced(slot, 0, phase);
  return putRelease(logPhase(before, 'PHASE_MOVED', phase, 'Moved'), { ...release, phases });
}

/** Deletes a phase that the flow has not reached. Throws Conflict, NotFound. */
function deletePhase(before: Progress, { phaseId }: CommandOf['deletePhase']): Progress {
  const { release } = before;
  requireOpen(release, 'delete a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw refuse('delete', phase);
  const locked = [...tasksIn(phase.tasks)].find(({ definition }) => definition.locked);
  if (locked && !mayEditLocked(before))
    throw new Conflict(
      `cannot delete phase '${clip(phase.title)}' (${phaseId}): '${clip(locked.definition.title)}' in it is locked`,
    );
  const phases = release.phases.toSpliced(index, 1);
  return putRelease(logPhase(before, 'PHASE_DELETED', phase, 'Deleted'), { ...release, phases });
}
