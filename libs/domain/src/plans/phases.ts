import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logPhase } from '../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedPhase } from '../decision/outcome-draft.ts';
import type { PhaseCommand } from '../decision/plan-commands.ts';
import { Conflict, clip, Invalid } from '../model/errors.ts';
import { mergeChanges } from '../model/passive.ts';
import { blankPhase, blankPhasePassive, type Phase } from '../model/phase.ts';
import { mapTasks, phaseOf, tasksIn } from '../model/plan.ts';
import { isClosed } from '../model/status.ts';
import { requireExistingTeams } from '../people/teams.ts';
import { resolveUsername, withResolvedOwners } from '../people/user-names.ts';
import { buildPhase, buildPhaseCopy, chosenIds, pick, requireTitle, retarget } from './build.ts';
import { pickChanges } from './edit.ts';
import { mayEditLocked, requireOpen } from './guards.ts';
import { previousPhaseTexts } from './previous-texts.ts';
import { textAuthorOf } from './script-authors.ts';
import { validateUnlessPlanEdit } from './validate.ts';

export const phaseHandlers: CommandHandlers<PhaseCommand['type']> = {
  addPhase,
  updatePhase,
  copyPhase,
  movePhase,
  deletePhase,
};

const phaseConflict = (verb: string, { title, id, status }: Phase): Conflict =>
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

function insert(before: OutcomeDraft, slot: number, phase: Phase): OutcomeDraft {
  const { release, context } = before;
  const after = { ...release, phases: release.phases.toSpliced(slot, 0, phase) };
  return withRelease(before, validateUnlessPlanEdit(after, context));
}

/** Adds a phase, at the end unless a position is given. Throws Invalid, Conflict. */
function addPhase(before: OutcomeDraft, { phase: draft, position }: CommandOf['addPhase']): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'add a phase');
  const slot = slotIn(release.phases, position ?? release.phases.length);
  requireExistingTeams(draft.tasks ?? [], release, context);
  const tasks = withResolvedOwners(draft.tasks ?? [], context);
  const owner = draft.owner === undefined ? {} : { owner: resolveUsername(draft.owner, null, context) };
  const phase = buildPhase({ ...draft, ...owner, tasks }, context.env, textAuthorOf(context));
  return insert(logPhase(before, 'PHASE_CREATED', phase, 'Created'), slot, phase);
}

/** Changes a phase that is not over; quiet when nothing differs. Throws Invalid, Conflict, NotFound. */
function updatePhase(before: OutcomeDraft, { phaseId, patch }: CommandOf['updatePhase']): OutcomeDraft {
  const { release, context } = before;
  const { phase } = phaseOf(release, phaseId);
  if (patch.title !== undefined) requireTitle('phase', patch.title);
  const owner = patch.owner === undefined ? {} : { owner: resolveUsername(patch.owner, phase.owner, context) };
  const fields = pickChanges<Phase>(phase, pick(blankPhase, { ...patch, ...owner }));
  const texts = pick(blankPhasePassive, patch);
  const passive = mergeChanges(phase.passive, texts);
  if (Object.keys(fields).length === 0 && passive === phase.passive) return before;
  requireOpen(release, 'update a phase');
  if (isClosed(phase.status)) throw phaseConflict('update', phase);
  const updated = { ...phase, ...fields, passive };
  const detail = changeDescription(
    context,
    { ...phase, ...previousPhaseTexts(phase, texts, context) },
    { ...fields, ...texts },
  );
  return withReplacedPhase(logPhase(before, 'PHASE_UPDATED', updated, 'Updated', detail), updated);
}

/**
 * Puts a planned copy of a phase at a position next to a planned or running one; a completed phase
 * cannot be copied (rest-api.md, section Phase transitions). Throws Invalid, Conflict, NotFound.
 */
function copyPhase(before: OutcomeDraft, { phaseId, targetPosition, ids = {} }: CommandOf['copyPhase']): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'copy a phase');
  const { phase } = phaseOf(release, phaseId);
  if (phase.status === 'COMPLETED') throw phaseConflict('copy', phase);
  const slot = slotIn(release.phases, targetPosition);
  const neighbours = [release.phases[slot - 1], release.phases[slot]];
  if (!neighbours.some((neighbour) => neighbour && !isClosed(neighbour.status))) {
    throw new Conflict(
      `cannot copy phase '${clip(phase.title)}' to position ${slot}: it is not next to a planned or running phase`,
    );
  }
  const newIds = chosenIds(ids, [phase, ...tasksIn(phase.tasks)]);
  const copy = buildPhaseCopy(phase, context.env, newIds, false);
  const tasks = mapTasks(copy.tasks, (task) => retarget(task, newIds));
  const titled = { ...copy, tasks, title: `${phase.title} (copy)` };
  return insert(logPhase(before, 'PHASE_COPIED', titled, 'Created by copying'), slot, titled);
}

/** Moves a planned phase to another position. Throws Invalid, Conflict, NotFound. */
function movePhase(before: OutcomeDraft, { phaseId, position }: CommandOf['movePhase']): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'move a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw phaseConflict('move', phase);
  const others = release.phases.toSpliced(index, 1);
  const slot = slotIn(others, position);
  if (slot === index) return before;
  const phases = others.toSpliced(slot, 0, phase);
  return withRelease(logPhase(before, 'PHASE_MOVED', phase, 'Moved'), { ...release, phases });
}

/** Deletes a phase that the flow has not reached. Throws Conflict, NotFound. */
function deletePhase(before: OutcomeDraft, { phaseId }: CommandOf['deletePhase']): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'delete a phase');
  const { phase, index } = phaseOf(release, phaseId);
  if (phase.status !== 'PLANNED') throw phaseConflict('delete', phase);
  const locked = [...tasksIn(phase.tasks)].find(({ definition }) => definition.locked);
  if (locked && !mayEditLocked(before))
    throw new Conflict(
      `cannot delete phase '${clip(phase.title)}' (${phaseId}): '${clip(locked.definition.title)}' in it is locked`,
    );
  const phases = release.phases.toSpliced(index, 1);
  return withRelease(logPhase(before, 'PHASE_DELETED', phase, 'Deleted'), { ...release, phases });
}
