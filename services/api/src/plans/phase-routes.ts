import { optional, required, wholeNumber } from '@slipway/api-schema/format';
import { phaseBody, phaseResponse } from '@slipway/api-schema/plans';
import {
  addPhase,
  createdId,
  deletions,
  dispatchToPart,
  getPhase,
  phaseCopy,
  reloadPhase,
  renderPhase,
  updatePhase,
} from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';

/** Routes for phases (rest-api.md, Add phase, Copy phase, Update phase; rest-operations.md). */
export const phases: readonly Route[] = [
  route({
    method: 'POST',
    path: '/phases/{releaseId}/phase',
    name: 'addPhase',
    summary: 'Adds a phase to a release or template',
    needs: { command: 'addPhase', on: 'releaseId' },
    query: z.object({ position: optional(wholeNumber()).describe('from 0; default: the end') }),
    body: jsonBody(phaseBody),
    reply: phaseResponse,
    answer: (deps, { caller, path, query: { position = null }, body }) =>
      addPhase(deps, caller, { rawId: path.releaseId, body, position }),
  }),
  route({
    method: 'POST',
    path: '/phases/{phaseId}/copy',
    name: 'copyPhase',
    summary: 'Inserts a planned copy of a phase next to a planned or running phase',
    needs: { command: 'copyPhase', on: 'phaseId' },
    query: z.object({
      targetPosition: required(wholeNumber(), message('expected.wholeNumber')).describe(
        'the position of the copy, from 0',
      ),
    }),
    reply: phaseResponse,
    answer: async (deps, { caller, path, query: { targetPosition } }) => {
      const { done } = await dispatchToPart(deps, { ...phaseCopy(path.phaseId, targetPosition), caller });
      return renderPhase(deps, await reloadPhase(deps.database, createdId(done, 'PHASE_COPIED')), caller);
    },
  }),
  route({
    method: 'GET',
    path: '/phases/{phaseId}',
    name: 'getPhase',
    summary: 'Returns a phase with its tasks',
    needs: { on: 'phaseId', anyOf: [neededToRead.phase] },
    reply: phaseResponse,
    answer: async (deps, { caller, path }) =>
      renderPhase(deps, await getPhase(deps.database, caller, path.phaseId), caller),
  }),
  route({
    method: 'PUT',
    path: '/phases/{phaseId}',
    name: 'updatePhase',
    summary: 'Changes the fields and tasks of a phase that differ from the stored ones',
    needs: { command: 'updatePhase', on: 'phaseId' },
    body: jsonBody(phaseBody),
    reply: phaseResponse,
    answer: (deps, { caller, path, body }) => updatePhase(deps, caller, path.phaseId, body),
  }),
  route({
    method: 'DELETE',
    path: '/phases/{phaseId}',
    name: 'deletePhase',
    summary: 'Deletes a phase that has not started',
    needs: { command: 'deletePhase', on: 'phaseId' },
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, { ...deletions.Phase(path.phaseId), caller });
    },
  }),
];
