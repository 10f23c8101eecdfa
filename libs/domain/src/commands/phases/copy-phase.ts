import { logPhase } from '../../decision/log.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { mapTasks, phaseOf, tasksIn } from '../../model/plan.ts';
import { isClosed } from '../../model/status.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { buildPhaseCopy, type CopyIds, chosenIds, retarget } from '../../plans/build.ts';
import { claimCopyIds } from '../../plans/claim-ids.ts';
import { requireOpen } from '../../plans/guards.ts';
import { insertPhase, phaseConflict, slotIn } from '../../plans/phase-slots.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface CopyPhase {
  readonly type: 'copyPhase';
  readonly phaseId: string;
  readonly targetPosition: number;
  readonly ids?: CopyIds;
}

export const copyPhase: CommandDefinition<CopyPhase> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: null,
  ids: {
    list: ({ ids = {} }) => Object.values(ids),
    claim: (command, claim) =>
      command.ids === undefined ? command : { ...command, ids: claimCopyIds(claim, command.ids) },
  },
  secrets: null,
  handle,
};

/**
 * Adds a planned copy of a phase at a position beside a planned or running phase. A completed phase cannot be copied
 * (rest-api.md, section Phase transitions). Throws Invalid, Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { phaseId, targetPosition, ids = {} }: CopyPhase): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'copyPhase');
  const { phase } = phaseOf(release, phaseId);
  if (phase.status === 'COMPLETED') throw phaseConflict('copy', phase);
  const slot = slotIn(release.phases, targetPosition);
  const neighbours = [release.phases[slot - 1], release.phases[slot]];
  if (!neighbours.some((neighbour) => neighbour && !isClosed(neighbour.status))) {
    throw new Conflict(message('phase.copyPosition', { title: phase.title, position: slot }));
  }
  const newIds = chosenIds(ids, [phase, ...tasksIn(phase.tasks)]);
  const copy = buildPhaseCopy(phase, context.env, newIds, false);
  const tasks = mapTasks(copy.tasks, (task) => retarget(task, newIds));
  const titled = { ...copy, tasks, title: `${phase.title} (copy)` };
  return insertPhase(logPhase(before, 'PHASE_COPIED', titled, 'activity.phaseCopied'), slot, titled);
}
