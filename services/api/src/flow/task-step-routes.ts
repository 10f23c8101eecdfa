import { listUpTo, optional } from '@slipway/api-schema/format';
import { taskResponse } from '@slipway/api-schema/plans';
import { variableBody } from '@slipway/api-schema/variables';
import { assignment, dispatchToPart, reloadTask, valuesByKey } from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import { maxVariables } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';
import { taggedTask } from '../plans/tagged-answers.ts';
import { actOnTask } from './task-action-routes.ts';

const startBody = z
  .object({ variables: optional(listUpTo(maxVariables, variableBody)) })
  .meta({ id: 'StartTaskRequest' });

async function dispatchOnly(
  deps: Deps,
  caller: Person,
  rawId: string,
  command: (taskId: string) => Command,
): Promise<void> {
  await dispatchToPart(deps, { caller, kind: 'Task', rawId, command });
}

/** Actions on tasks without a comment (rest-api.md, Assign task; rest-operations.md). */
export const taskSteps: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/{taskId}/assign/{username}',
    name: 'assignTask',
    summary: 'Assigns a task to a user',
    needs: { command: 'assignTask', on: 'taskId' },
    etag: currentTask,
    reply: taskResponse,
    answer: (deps, { caller, path: { taskId, username } }) =>
      actOnTask(deps, { ...assignment(taskId, username), caller }),
  }),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/start',
    name: 'startTask',
    summary: 'Gives a task that waits for input its values, and starts it',
    needs: { command: 'startTask', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(startBody),
    reply: taskResponse,
    answer: async (deps, { caller, path, body }) => {
      const values = valuesByKey(body.variables ?? []);
      const command = (taskId: string): Command => ({ type: 'startTask', taskId, values });
      const { id } = await dispatchToPart(deps, { caller, kind: 'Task', rawId: path.taskId, command });
      return taggedTask(deps, await reloadTask(deps.database, id), caller);
    },
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}/lock',
    name: 'lockTask',
    summary: 'Locks a task',
    needs: { command: 'lockTask', on: 'taskId' },
    etag: currentTask,
    reply: null,
    answer: (deps, { caller, path }) =>
      dispatchOnly(deps, caller, path.taskId, (taskId) => ({ type: 'lockTask', taskId })),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{taskId}/lock',
    name: 'unlockTask',
    summary: 'Unlocks a task',
    needs: { command: 'unlockTask', on: 'taskId' },
    etag: currentTask,
    reply: null,
    answer: (deps, { caller, path }) =>
      dispatchOnly(deps, caller, path.taskId, (taskId) => ({ type: 'unlockTask', taskId })),
  }),
];
