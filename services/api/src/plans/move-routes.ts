import { expects, optional, required, wholeNumber } from '@slipway/api-schema/format';
import { phaseResponse, taskResponse } from '@slipway/api-schema/plans';
import { idKindOf } from '@slipway/application/model';
import {
  changeTaskType,
  createdId,
  dispatchToPart,
  getPartId,
  phaseMove,
  reloadPhase,
  reloadTask,
  relocation,
  renderPhase,
} from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import type { Person } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';
import { currentTask } from './cached-answers.ts';
import { taggedTask } from './tagged-answers.ts';

const target = z.object({
  targetContainerId: z.string(expects(message('expected.containerId'))),
  targetPosition: optional(wholeNumber()).describe('from 0; default: the end'),
});

interface Relocation {
  readonly caller: Person;
  readonly rawId: string;
  readonly type: Extract<Command['type'], 'copyTask' | 'moveTask'>;
  readonly destination: z.output<typeof target>;
}

/** Copies or moves a task within its release. Returns the copy or the moved task. */
async function copyOrMove(deps: Deps, { caller, rawId, type, destination }: Relocation) {
  const kind = idKindOf(['Phase', 'Task'], destination.targetContainerId);
  const parents = destination.targetContainerId.split('/').slice(0, -1);
  const containerId = await getPartId(deps.database, kind, destination.targetContainerId, parents);
  const position = destination.targetPosition ?? null;
  const { id, done } = await dispatchToPart(deps, { ...relocation(type, rawId, { containerId, position }), caller });
  const resultId = type === 'copyTask' ? createdId(done, 'TASK_COPIED') : id;
  return taggedTask(deps, await reloadTask(deps.database, resultId), caller);
}

const relocations = {
  copyTask: {
    path: '/tasks/{taskId}/copy',
    summary: 'Puts a planned copy of a task into a phase or group of its release',
  },
  moveTask: { path: '/tasks/{taskId}/move', summary: 'Moves a planned task within its release' },
} as const;

/** Creates the route that copies or moves a task. */
function relocationRoute(type: keyof typeof relocations): Route {
  const { path: pattern, summary } = relocations[type];
  return route({
    method: 'POST',
    path: pattern,
    name: type,
    summary,
    needs: { command: type, on: 'taskId' },
    etag: currentTask,
    query: target,
    reply: taskResponse,
    answer: (deps, { caller, path, query }) =>
      copyOrMove(deps, { caller, rawId: path.taskId, type, destination: query }),
  });
}

/**
 * Routes that copy and move parts of a plan, and change the type of a task (rest-operations.md, Tasks). The moves
 * extend the API of the family.
 */
export const planMoves: readonly Route[] = [
  relocationRoute('copyTask'),
  relocationRoute('moveTask'),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/changeType',
    name: 'changeTaskType',
    summary: 'Changes the type of a planned task; the type of a plugin gives a task that runs its pythonScript',
    needs: { command: 'changeTaskType', on: 'taskId' },
    etag: currentTask,
    query: z.object({
      targetType: z.string(expects(message('expected.type'))).min(1, expects(message('expected.type'))),
    }),
    reply: taskResponse,
    answer: async (deps, { caller, path, query }) => {
      const id = await changeTaskType(deps, caller, path.taskId, query.targetType);
      return taggedTask(deps, await reloadTask(deps.database, id), caller);
    },
  }),
  route({
    method: 'POST',
    path: '/phases/{phaseId}/move',
    name: 'movePhase',
    summary: 'Moves a planned phase to another position',
    needs: { command: 'movePhase', on: 'phaseId' },
    query: z.object({
      targetPosition: required(wholeNumber(), message('expected.wholeNumber')).describe(
        'among the other phases, from 0',
      ),
    }),
    reply: phaseResponse,
    answer: async (deps, { caller, path, query }) => {
      const { id } = await dispatchToPart(deps, { ...phaseMove(path.phaseId, query.targetPosition), caller });
      return renderPhase(deps, await reloadPhase(deps.database, id), caller);
    },
  }),
];
