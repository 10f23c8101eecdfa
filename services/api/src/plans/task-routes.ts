import { optional, wholeNumber } from '@slipway/api-schema/format';
import { taskBody, taskResponse } from '@slipway/api-schema/plans';
import { addTask, deletions, dispatchToPart, updateTask } from '@slipway/application/plans';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from './cached-answers.ts';
import { tagged } from './tagged-answers.ts';

const addTaskSpec = {
  method: 'POST',
  query: z.object({ position: optional(wholeNumber()).describe('from 0; default: the end') }),
  body: jsonBody(taskBody),
  reply: taskResponse,
} as const;

/** Routes for tasks as parts of a plan (rest-operations.md, Tasks). */
export const tasks: readonly Route[] = [
  route({
    ...addTaskSpec,
    path: '/tasks/{groupId}/tasks',
    needs: { command: 'addTask', on: 'groupId' },
    name: 'addTask',
    summary: 'Adds a task to a phase or group',
    answer: async (deps, { caller, path, query: { position = null }, body }) =>
      tagged(deps, await addTask(deps, caller, { container: path.groupId, body, position })),
  }),
  route({
    ...addTaskSpec,
    path: '/phases/{phaseId}/tasks',
    needs: { command: 'addTask', on: 'phaseId' },
    name: 'addTaskToPhase',
    summary: 'Adds a task to a phase',
    answer: async (deps, { caller, path, query: { position = null }, body }) =>
      tagged(deps, await addTask(deps, caller, { container: path.phaseId, body, position })),
  }),
  route({
    method: 'GET',
    path: '/tasks/{taskId}',
    name: 'getTask',
    summary: 'A task, with the tasks of a group',
    needs: { on: 'taskId', anyOf: [neededToRead.task], participant: true },
    etag: currentTask,
    reply: taskResponse,
    answer: (deps, { caller, path }) => currentTask(deps, path.taskId, caller),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}',
    name: 'updateTask',
    summary:
      'Changes the fields of a task, the tasks of a group, and the conditions and dependencies of a gate; not its type',
    needs: { command: 'updateTask', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(taskBody),
    reply: taskResponse,
    answer: async (deps, { caller, path, body }) => tagged(deps, await updateTask(deps, caller, path.taskId, body)),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{taskId}',
    name: 'deleteTask',
    summary: 'Deletes a task',
    needs: { command: 'deleteTask', on: 'taskId' },
    etag: currentTask,
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, { ...deletions.Task(path.taskId), caller });
    },
  }),
];
