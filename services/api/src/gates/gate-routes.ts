import { conditionBody, conditionResponse, dependencyResponse } from '@slipway/api-schema/gates';
import { addCondition, addDependency, updateCondition } from '@slipway/application/gates';
import { deletions, dispatchToPart } from '@slipway/application/plans';
import { jsonBody, type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

/** Conditions and dependencies of gates (rest-operations.md, gate conditions and gate dependencies). */
export const gates: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/{taskId}/conditions',
    name: 'addCondition',
    summary: 'Adds a condition to a gate',
    needs: { command: 'addCondition', on: 'taskId' },
    etag: currentTask,
    body: jsonBody(conditionBody),
    reply: conditionResponse,
    answer: (deps, { caller, path, body }) => addCondition(deps, caller, path.taskId, body),
  }),
  route({
    method: 'POST',
    path: '/tasks/{conditionId}',
    name: 'updateCondition',
    summary: 'Ticks, unticks or renames a condition',
    needs: { command: 'updateCondition', on: 'conditionId' },
    body: jsonBody(conditionBody),
    reply: conditionResponse,
    answer: (deps, { caller, path, body }) => updateCondition(deps, caller, path.conditionId, body),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{conditionId}',
    name: 'deleteCondition',
    summary: 'Deletes a condition',
    needs: { command: 'deleteCondition', on: 'conditionId' },
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, { ...deletions.GateCondition(path.conditionId), caller });
    },
  }),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/dependencies/{targetId}',
    name: 'addDependency',
    summary: 'Makes a gate wait for a release, phase or task, or for what a ${variable} names',
    needs: { command: 'addDependency', on: 'taskId' },
    etag: currentTask,
    reply: dependencyResponse,
    answer: (deps, { caller, path }) => addDependency(deps, caller, path.taskId, path.targetId),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{dependencyId}',
    name: 'deleteDependency',
    summary: 'Deletes a dependency',
    needs: { command: 'deleteDependency', on: 'dependencyId' },
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, { ...deletions.Dependency(path.dependencyId), caller });
    },
  }),
];
