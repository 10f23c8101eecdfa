import type { Command } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  changeTaskType,
  dispatchToPart,
  kindAmong,
  madeBy,
  partIdNamed,
  renderPhase,
  storedPhase,
  storedTask,
} from '@slipway/resources';
import { optional, phaseAnswer, required, taskAnswer, wholeNumber } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { currentTask } from './cached-answers.ts';
import { taggedTask } from './tagged-answers.ts';

const target = z.object({
  targetContainerId: z.string({ error: 'expected the id of a phase or group' }),
  targetPosition: optional(wholeNumber()).describe('from 0; the end without it'),
});

interface Relocation {
  readonly caller: Person;
  readonly written: string;
  readonly type: Extract<Command['type'], 'copyTask' | 'moveTask'>;
  readonly to: z.output<typeof target>;
}

/** Copies or moves a task within its release; answers the copy, or the task at its new place. */
async function copyOrMove(deps: Deps, { caller, written, type, to }: Relocation) {
  const kind = kindAmong(['Phase', 'Task'], to.targetContainerId);
  const parents = to.targetContainerId.split('/').slice(0, -1);
  const containerId = await partIdNamed(deps.database, kind, to.targetContainerId, parents);
  const position = to.targetPosition ?? null;
  const command = (taskId: string): Command => ({ type, taskId, containerId, position });
  const { id, done } = await dispatchToPart(deps, { caller, kind: 'Task', written, command });
  const made = type === 'copyTask' ? madeBy(done, 'TASK_COPIED') : id;
  return taggedTask(deps, await storedTask(deps.database, made), caller);
}

/** Copying and moving parts of a plan, and changing the type of a task (rest-operations.md, Tasks); moves are our own. */
export const planMoves: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/{taskId}/copy',
    name: 'copyTask',
    summary: 'Puts a planned copy of a task into a phase or group of its release',
    needs: { command: 'copyTask', on: 'taskId' },
    subject: currentTask,
    query: target,
    reply: taskAnswer,
    answer: (deps, { caller, path, query }) =>
      copyOrMove(deps, { caller, written: path.taskId, type: 'copyTask', to: query }),
  }),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/move',
    name: 'moveTask',
    summary: 'Moves a planned task within its release',
    needs: { command: 'moveTask', on: 'taskId' },
    subject: currentTask,
    query: target,
    reply: taskAnswer,
    answer: (deps, { caller, path, query }) =>
      copyOrMove(deps, { caller, written: path.taskId, type: 'moveTask', to: query }),
  }),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/changeType',
    name: 'changeTaskType',
    summary: 'Changes the type of a planned task; the type of a plugin gives a task that runs its pythonScript',
    needs: { command: 'changeTaskType', on: 'taskId' },
    subject: currentTask,
    query: z.object({ targetType: z.string({ error: 'expected a type' }).min(1, { error: 'expected a type' }) }),
    reply: taskAnswer,
    answer: async (deps, { caller, path, query }) => {
      const id = await changeTaskType(deps, caller, path.taskId, query.targetType);
      return taggedTask(deps, await storedTask(deps.database, id), caller);
    },
  }),
  route({
    method: 'POST',
    path: '/phases/{phaseId}/move',
    name: 'movePhase',
    summary: 'Moves a planned phase to another position',
    needs: { command: 'movePhase', on: 'phaseId' },
    query: z.object({
      targetPosition: required(wholeNumber(), 'expected a whole number').describe('among the other phases, from 0'),
    }),
    reply: phaseAnswer,
    answer: async (deps, { caller, path, query }) => {
      const command = (phaseId: string): Command => ({ type: 'movePhase', phaseId, position: query.targetPosition });
      const { id } = await dispatchToPart(deps, { caller, kind: 'Phase', written: path.phaseId, command });
      return renderPhase(deps, await storedPhase(deps.database, id), caller);
    },
  }),
];
