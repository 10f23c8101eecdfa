import { logPhase } from '../../decision/log.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { mapPhaseCreations } from '../../files/creations.ts';
import { message } from '../../messages/message.ts';
import type { PhaseDraft } from '../../model/draft.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { neededForNewTasks } from '../../people/task-fields.ts';
import { requireExistingTeams } from '../../people/teams.ts';
import { resolveUsername, withResolvedOwners } from '../../people/user-names.ts';
import { buildPhase } from '../../plans/build.ts';
import { claimInPhase, idsOfPhase } from '../../plans/claim-ids.ts';
import { requireOpen } from '../../plans/guards.ts';
import { insertPhase, slotIn } from '../../plans/phase-slots.ts';
import { textAuthorOf } from '../../plans/script-authors.ts';
import { sealPhaseDraft } from '../../variables/seal-drafts.ts';
import type { ChosenIds, EditDefinition } from '../definition/definition.ts';

/** Positions start at 0; the default is the end. */
export interface AddPhase {
  readonly type: 'addPhase';
  readonly phase: PhaseDraft;
  readonly position?: number | null;
}

const ids: ChosenIds<AddPhase> = {
  list: ({ phase }) => idsOfPhase(phase),
  claim: (command, claim) => ({ ...command, phase: claimInPhase(claim, command.phase) }),
};

export const addPhase: EditDefinition<AddPhase> = {
  permission: neededToEdit,
  permissionRule: { on: 'plan', needed: ({ phase }) => [neededToEdit, ...neededForNewTasks(phase.tasks ?? [])] },
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: null,
  ids,
  secrets: {
    seal: (command, seal) => ({ ...command, phase: sealPhaseDraft(seal, command.phase) }),
    mapCreations: (command, change) => ({ ...command, phase: mapPhaseCreations(command.phase, change) }),
  },
  inPlan: {
    ids,
    requireData: ({ context }, { phase }) => {
      resolveUsername(phase.owner ?? null, null, context);
      withResolvedOwners(phase.tasks ?? [], context);
    },
    newPart: ({ phase }) => message('part.newPhase', { title: phase.title ?? '' }),
  },
  handle,
};

/** Adds a phase at a position, by default at the end. Throws Invalid, Conflict. */
function handle(before: OutcomeDraft, { phase: draft, position }: AddPhase): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'addPhase');
  const slot = slotIn(release.phases, position ?? release.phases.length);
  requireExistingTeams(draft.tasks ?? [], release, context);
  const tasks = withResolvedOwners(draft.tasks ?? [], context);
  const owner = draft.owner === undefined ? {} : { owner: resolveUsername(draft.owner, null, context) };
  const phase = buildPhase({ ...draft, ...owner, tasks }, context.env, textAuthorOf(context));
  return insertPhase(logPhase(before, 'PHASE_CREATED', phase, 'activity.phaseCreated'), slot, phase);
}
