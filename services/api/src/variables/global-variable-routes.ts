import { list } from '@slipway/api-schema/format';
import { valuesAsTexts, valuesResponse, variableBody, variableResponse } from '@slipway/api-schema/variables';
import {
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  getSharedVariable,
  listGlobal,
  renderSharedVariable,
} from '@slipway/application/variables';
import { neededToChange } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';

const globalScope = { folderId: null, folderPath: null } as const;

/** Routes for global variables, which all releases can use (rest-operations.md, Variables). */
export const globalVariables: readonly Route[] = [
  route({
    method: 'GET',
    path: '/config/Configuration/variables/global',
    name: 'getGlobalVariables',
    summary: 'The global variables, by key',
    needs: 'anyone',
    reply: list(variableResponse),
    answer: async (deps) => (await listGlobal(deps)).map((view) => renderSharedVariable(deps, view)),
  }),
  route({
    method: 'POST',
    path: '/config/Configuration/variables/global',
    name: 'addGlobalVariable',
    summary: 'Adds a global variable. Its key starts with global.',
    needs: { global: [neededToChange.globalVariable] },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: (deps, { body }) => createSharedVariable(deps, globalScope, body),
  }),
  route({
    method: 'GET',
    path: '/config/Configuration/variableValues/global',
    name: 'getGlobalVariableValues',
    summary: 'The values of the global variables as texts, by ${key}',
    needs: 'anyone',
    reply: valuesResponse,
    answer: async (deps) => valuesAsTexts((await listGlobal(deps)).map(({ variable }) => variable)),
  }),
  route({
    method: 'GET',
    path: '/config/{variableId}',
    name: 'getGlobalVariable',
    summary: 'A global variable',
    needs: 'anyone',
    reply: variableResponse,
    answer: async (deps, { path }) =>
      renderSharedVariable(deps, await getSharedVariable(deps.database, path.variableId, globalScope)),
  }),
  route({
    method: 'PUT',
    path: '/config/{variableId}',
    name: 'updateGlobalVariable',
    summary: 'Updates the fields of a global variable that differ from the stored ones',
    needs: { global: [neededToChange.globalVariable] },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { path, body }) =>
      changeSharedVariable(deps, await getSharedVariable(deps.database, path.variableId, globalScope), body),
  }),
  route({
    method: 'DELETE',
    path: '/config/{variableId}',
    name: 'deleteGlobalVariable',
    summary: 'Deletes a global variable',
    needs: { global: [neededToChange.globalVariable] },
    reply: null,
    answer: async (deps, { path }) =>
      deleteSharedVariable(deps, await getSharedVariable(deps.database, path.variableId, globalScope)),
  }),
];
