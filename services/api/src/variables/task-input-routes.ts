import { list, listUpTo } from '@slipway/api-schema/format';
import { taskVariableResponse, variableBody } from '@slipway/api-schema/variables';
import { getTask } from '@slipway/application/plans';
import { renderInputs, updateInputs } from '@slipway/application/variables';
import { maxVariables } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

/** Routes for the variables of user input tasks (rest-operations.md, Tasks). */
export const taskInputs: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/{taskId}/variables',
    name: 'getTaskVariables',
    summary: 'The variables that a user input task lists, with the values that their list boxes offer',
    needs: { on: 'taskId', anyOf: [neededToRead.task], participant: true },
    reply: list(taskVariableResponse),
    answer: async (deps, { caller, path }) => renderInputs(deps, await getTask(deps.database, caller, path.taskId)),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}/variables',
    name: 'updateTaskVariables',
    summary: 'Sets the values of variables that a user input task lists',
    needs: { command: 'startTask', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(listUpTo(maxVariables, variableBody)),
    reply: list(taskVariableResponse),
    answer: (deps, { caller, path, body }) => updateInputs(deps, caller, path.taskId, body),
  }),
];
