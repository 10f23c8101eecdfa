import type { Caller } from '@slipway/domain';
import { toRead } from '@slipway/domain';
import {
  changesIn,
  optional,
  type PhaseAnswer,
  phaseAnswer,
  phaseBody,
  phaseDraft,
  phasePatch,
  phasePatchShown,
  required,
  wholeNumber,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { madeBy } from './made-by.ts';
import { doTo, doToRelease } from './reach.ts';
import { phaseView } from './reads.ts';
import { readingOf, shownPhase } from './shown.ts';

async function updatePhase(
  deps: Deps,
  caller: Caller,
  written: string,
  body: z.output<typeof phaseBody>,
): Promise<PhaseAnswer> {
  const view = await phaseView(deps, written);
  const answer = await shownPhase(deps, view);
  const patch = changesIn(phasePatch(body), phasePatchShown(answer));
  const [phase] = view.release.phases;
  if (!phase || Object.keys(patch).length === 0) return answer;
  const command = { type: 'updatePhase', phaseId: phase.id, patch } as const;
  await deps.engine.dispatch(view.release.id, { kind: 'command', caller, command });
  return shownPhase(deps, await phaseView(deps, phase.id));
}

/** Phases (rest-api.md, Add phase, Copy phase, Update phase; operations.md). */
export const phases: readonly Route[] = [
  route({
    method: 'POST',
    path: '/phases/{releaseId}/phase',
    name: 'addPhase',
    summary: 'Adds a phase to a release or template',
    permission: 'release#edit',
    query: z.object({ position: optional(wholeNumber()).describe('from 0; the end without it') }),
    body: phaseBody,
    reply: phaseAnswer,
    answer: async (deps, { caller, path, query, body }) => {
      const phase = phaseDraft(body, await readingOf(deps));
      const command = { type: 'addPhase', phase, position: query.position ?? null } as const;
      const { done } = await doToRelease(deps, caller, path.releaseId, command);
      return shownPhase(deps, await phaseView(deps, madeBy(done, 'PHASE_CREATED')));
    },
  }),
  route({
    method: 'POST',
    path: '/phases/{phaseId}/copy',
    name: 'copyPhase',
    summary: 'Puts a planned copy of a phase next to a planned or running one',
    permission: 'release#edit',
    query: z.object({
      targetPosition: required(wholeNumber(), 'expected a whole number').describe('of the copy, from 0'),
    }),
    reply: phaseAnswer,
    answer: async (deps, { caller, path, query: { targetPosition } }) => {
      const { done } = await doTo(deps, {
        caller,
        kind: 'Phase',
        written: path.phaseId,
        command: (phaseId) => ({ type: 'copyPhase', phaseId, targetPosition }),
      });
      return shownPhase(deps, await phaseView(deps, madeBy(done, 'PHASE_COPIED')));
    },
  }),
  route({
    method: 'GET',
    path: '/phases/{phaseId}',
    name: 'getPhase',
    summary: 'A phase with its tasks',
    permission: toRead.phase,
    reply: phaseAnswer,
    answer: async (deps, { path }) => shownPhase(deps, await phaseView(deps, path.phaseId)),
  }),
  route({
    method: 'PUT',
    path: '/phases/{phaseId}',
    name: 'updatePhase',
    summary: 'Changes the fields of a phase that differ from what is stored',
    permission: 'release#edit',
    body: phaseBody,
    reply: phaseAnswer,
    answer: (deps, { caller, path, body }) => updatePhase(deps, caller, path.phaseId, body),
  }),
  route({
    method: 'DELETE',
    path: '/phases/{phaseId}',
    name: 'deletePhase',
    summary: 'Deletes a phase that has not begun',
    permission: 'release#edit',
    reply: null,
    answer: async (deps, { caller, path }) => {
      await doTo(deps, {
        caller,
        kind: 'Phase',
        written: path.phaseId,
        command: (phaseId) => ({ type: 'deletePhase', phaseId }),
      });
    },
  }),
];
