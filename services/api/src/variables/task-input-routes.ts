import { mostVariables, neededToRead } from '@slipway/domain';
import { renderInputs, taskNamed, updateInputs } from '@slipway/resources';
import { list, listUpTo, variableAnswer, variableBody } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

/** What user input tasks ask for (rest-operations.md, Tasks). */
export const taskInputs: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/{taskId}/variables',
    name: 'getTaskVariables',
    summary: 'The variables of a user input task',
    needs: { on: 'taskId', anyOf: [neededToRead.task] },
    reply: list(variableAnswer),
    answer: async (deps, { caller, path }) => renderInputs(deps, await taskNamed(deps.database, caller, path.taskId)),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}/variables',
    name: 'updateTaskVariables',
    summary: 'Sets the variables of a user input task',
    needs: { command: 'startTask', on: 'taskId' },
    subject: currentTask,
    body: listUpTo(mostVariables, variableBody),
    reply: list(variableAnswer),
    answer: (deps, { caller, path, body }) => updateInputs(deps, caller, path.taskId, body),
  }),
];
